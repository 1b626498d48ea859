import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { catalogue } from "../../../../contracts/views/catalogue.ts";
import { buildName } from "../../../../contracts/views/declaration.ts";
import { folderUntil } from "../../../../test/folder.ts";
import { foreignFolder, ownersLink, testAsRoot } from "../../../../test/foreign-folder.ts";
import { removeSnapshotsOfBuilds } from "./files.ts";

const DIGEST = "0123456789abcdef";
const [GONE, KEPT] = [1, 2].map((generation) => buildName({ ...catalogue, generation })) as [string, string];

/** Makes a snapshot as the engine does. */
function snapshotIn(folder: string): void {
  mkdirSync(join(folder, DIGEST), { recursive: true });
  for (const name of ["manifest.json", "12-1700000000000-0.part"]) writeFileSync(join(folder, DIGEST, name), "");
}

const listed = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();

test("the snapshots of a dropped build are removed, those of others stay", () => {
  const folder = folderUntil(onTestFinished);
  for (const build of [GONE, KEPT]) snapshotIn(join(folder, build));
  removeSnapshotsOfBuilds(folder, (build) => build === KEPT);
  expect(readdirSync(folder)).toEqual([KEPT]);
  expect(readdirSync(join(folder, KEPT, DIGEST))).toHaveLength(2);
});

test("an operator's files beside snapshots stay", () => {
  const folder = folderUntil(onTestFinished);
  const build = join(folder, GONE);
  snapshotIn(build);
  for (const name of ["notes.txt", `${GONE}/notes.txt`, `${GONE}/${DIGEST}/notes.txt`]) {
    writeFileSync(join(folder, name), "");
  }
  for (const name of ["old", `${GONE}/old`]) snapshotIn(join(folder, name));
  removeSnapshotsOfBuilds(folder, () => false);
  expect(listed(folder).filter((name) => name.endsWith(".txt"))).toHaveLength(3);
  expect(listed(folder).filter((name) => name.endsWith(".part"))).toEqual([
    `${GONE}/old/${DIGEST}/12-1700000000000-0.part`,
    `old/${DIGEST}/12-1700000000000-0.part`,
  ]);
});

test("targets of links stay, even if they are named like snapshots", () => {
  const [folder, other] = [folderUntil(onTestFinished), folderUntil(onTestFinished)];
  snapshotIn(other);
  symlinkSync(other, join(folder, GONE));
  mkdirSync(join(folder, KEPT));
  symlinkSync(join(other, DIGEST), join(folder, KEPT, DIGEST));
  removeSnapshotsOfBuilds(folder, () => false);
  expect(readdirSync(join(other, DIGEST))).toHaveLength(2);
});

testAsRoot("a link of the data folder's owner in the place of all snapshots is refused", () => {
  const { folder, ofRoot } = foreignFolder(onTestFinished);
  snapshotIn(join(ofRoot, GONE));
  ownersLink(ofRoot, join(folder, "search"));
  expect(() => removeSnapshotsOfBuilds(join(folder, "search"), () => false)).toThrow(/root does not follow/);
  expect(readdirSync(join(ofRoot, GONE, DIGEST))).toHaveLength(2);
});
