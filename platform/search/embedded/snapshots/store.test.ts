import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { Indexer } from "../../../../search-engine/index/indexer.ts";
import { folderUntil } from "../../../../test/folder.ts";
import { foreignFolder, ownersLink, testAsRoot } from "../../../../test/foreign-folder.ts";
import { positionOf } from "../../../../test/position.ts";
import { type Snapshot, SnapshotStore } from "./store.ts";

let folder: string;
beforeEach(() => {
  folder = folderUntil(onTestFinished);
});

const mapping = {
  properties: {
    title: { type: "text", fields: { keyword: { type: "keyword" } } },
    date: { type: "date" },
    place: { type: "geo_point" },
    area: { type: "geo_shape" },
  },
};

/** An index of two segments, with deletions in the first. */
function indexed(): Indexer {
  const indexer = new Indexer(mapping, 100, 1_000_000);
  for (let n = 0; n < 50; n++) {
    const place = { type: "Point", coordinates: [n, -n] };
    const document = {
      title: `number ${n}`,
      date: `2024-01-${String(1 + (n % 28)).padStart(2, "0")}`,
      place,
      area: place,
    };
    indexer.apply({ id: `d${n}`, document: Buffer.from(JSON.stringify(document)) });
  }
  indexer.publish();
  for (const id of ["d3", "d30"]) indexer.apply({ id, document: undefined });
  indexer.apply({ id: "d1", document: Buffer.from('{"title":"new"}') });
  indexer.publish();
  return indexer;
}

const taken = (indexer: Indexer, sequence = 61): Snapshot => ({
  ...indexer.state(),
  head: { sequence, position: positionOf(`p${sequence}`) },
});

test("a saved snapshot is loaded, bit for bit", async () => {
  const snapshot = taken(indexed());
  await new SnapshotStore(folder, "index").save(snapshot);
  expect(await new SnapshotStore(folder, "index").load()).toEqual(snapshot);
});

test("an index continues where the snapshot was taken", async () => {
  await new SnapshotStore(folder, "index").save(taken(indexed()));
  const loaded = await new SnapshotStore(folder, "index").load();
  const restored = new Indexer(mapping, 100, 1_000_000);
  if (loaded) restored.restore(loaded);
  restored.apply({ id: "d2", document: undefined });
  restored.apply({ id: "d60", document: Buffer.from('{"title":"another"}') });
  expect(restored.publish()).toMatchObject({ documentCount: 48, segments: [{}, {}, {}] });
});

test("a segment is written once", async () => {
  const store = new SnapshotStore(folder, "index");
  const indexer = indexed();
  await store.save(taken(indexer));
  const [name = ""] = await readdir(folder);
  const before = await readdir(join(folder, name));
  indexer.apply({ id: "d70", document: Buffer.from('{"title":"later"}') });
  indexer.publish();
  await store.save(taken(indexer, 70));
  const after = await readdir(join(folder, name));
  // The live bits of the first segment are written again, the two segments are not.
  expect(before.filter((file) => !after.includes(file))).toHaveLength(1);
  expect(after).toHaveLength(before.length + 1);
});

test("deleted files are written again", async () => {
  const store = new SnapshotStore(folder, "index");
  const snapshot = taken(indexed());
  await store.save(snapshot);
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
  await store.save(snapshot);
  expect(await new SnapshotStore(folder, "index").load()).toEqual(snapshot);
});

test("a snapshot of another index is not loaded, and is removed when this one is saved", async () => {
  await new SnapshotStore(folder, "old").save(taken(indexed()));
  const store = new SnapshotStore(folder, "index");
  await expect(store.load()).rejects.toThrow(
    "it is of another log, table, mapping or text analysis, or in another release's format",
  );
  await store.save(taken(indexed()));
  expect(await readdir(folder)).toHaveLength(1);
});

test("other files beside a snapshot stay when one is saved", async () => {
  const store = new SnapshotStore(folder, "index");
  await store.save(taken(indexed()));
  const inside = await snapshotFolder();
  for (const name of [join(folder, "notes"), join(inside, "notes")]) await writeFile(name, "of an operator");
  await store.save(taken(indexed(), 62));
  expect(await readdir(folder)).toContain("notes");
  expect(await readdir(inside)).toContain("notes");
});

testAsRoot("links of the folder's owner are not followed to load, save or clean up", async () => {
  const { folder: parent, ofRoot } = foreignFolder(onTestFinished);
  const store = new SnapshotStore(parent, "index");
  await store.save(taken(indexed()));
  const [name = ""] = await readdir(parent);
  await rename(join(parent, name), join(parent, "moved"));
  ownersLink(ofRoot, join(parent, name));
  await expect(store.load()).rejects.toThrow(/root does not follow/);
  await expect(store.save(taken(indexed(), 62))).rejects.toThrow(/root does not follow/);
  expect(await readdir(ofRoot)).toEqual(["secret"]);
});

test("there is no snapshot before the first", async () => {
  expect(await new SnapshotStore(folder, "index").load()).toBeUndefined();
  expect(await new SnapshotStore(join(folder, "missing"), "index").load()).toBeUndefined();
});

test.each(["index", "old"])("an incomplete first snapshot is ignored: %s", async (identity) => {
  await new SnapshotStore(folder, identity).save(taken(indexed()));
  const [name = ""] = await readdir(folder);
  await rm(join(folder, name, "manifest.json"));
  expect(await new SnapshotStore(folder, "index").load()).toBeUndefined();
});

test("an unreadable folder is reported, not taken for one without a snapshot", async () => {
  const file = join(folder, "a-file");
  await writeFile(file, "no folder");
  await expect(new SnapshotStore(file, "index").load()).rejects.toThrow("ENOTDIR");
});

test.each([
  ["a bit changed", /part is damaged$/],
  ["cut off", /part is too short$/],
  ["missing", /ENOENT.*part/],
  ["manifest changed", /^manifest.json is damaged$/],
])("a damaged snapshot is not loaded, which is reported: %s", async (damage, reason) => {
  await new SnapshotStore(folder, "index").save(taken(indexed()));
  const [name = ""] = await readdir(folder);
  const files = await readdir(join(folder, name));
  const isManifest = damage === "manifest changed";
  const file = join(folder, name, files.find((each) => each.endsWith(".json") === isManifest) ?? "");
  const bytes = await readFile(file);
  if (damage === "cut off") await truncate(file, bytes.length - 1);
  else if (damage === "missing") await rm(file);
  else {
    bytes[bytes.length >>> 1] = (bytes[bytes.length >>> 1] ?? 0) ^ 1;
    await writeFile(file, bytes);
  }
  await expect(new SnapshotStore(folder, "index").load()).rejects.toThrow(reason);
});

/** The folder of the only snapshot. */
async function snapshotFolder(): Promise<string> {
  const [name = ""] = await readdir(folder);
  return join(folder, name);
}

test("a snapshot that can't be completed leaves nothing behind", async () => {
  const store = new SnapshotStore(folder, "index");
  const indexer = indexed();
  await store.save(taken(indexer));
  const inside = await snapshotFolder();
  await rm(join(inside, "manifest.json"));
  await mkdir(join(inside, "manifest.json"));
  const before = (await readdir(inside)).sort();
  indexer.apply({ id: "d70", document: Buffer.from('{"title":"later"}') });
  indexer.publish();
  await expect(store.save(taken(indexer, 70))).rejects.toThrow("manifest.json");
  expect((await readdir(inside)).sort()).toEqual(before);
});

test("remains of killed processes are removed when a snapshot is loaded, files of other living processes are not", async () => {
  const snapshot = taken(indexed());
  await new SnapshotStore(folder, "index").save(snapshot);
  const inside = await snapshotFolder();
  const before = await readdir(inside);
  const { pid: ended } = spawnSync("true");
  const written = `${process.ppid}-1-0.part`;
  for (const name of [`${ended}-1-0.part`, `${process.pid}-1-0.part`, written])
    await writeFile(join(inside, name), "a");
  expect(await new SnapshotStore(folder, "index").load()).toEqual(snapshot);
  expect((await readdir(inside)).sort()).toEqual([...before, written].sort());
});

test("remains of a first snapshot are removed too", async () => {
  await new SnapshotStore(folder, "index").save(taken(indexed()));
  const inside = await snapshotFolder();
  await rm(join(inside, "manifest.json"));
  expect(await new SnapshotStore(folder, "index").load()).toBeUndefined();
  expect(await readdir(inside)).toEqual([]);
});

test("no snapshot is written where it would fill the disk, and the last one stays", async () => {
  const snapshot = taken(indexed());
  await new SnapshotStore(folder, "index").save(snapshot);
  const files = (await readdir(await snapshotFolder())).sort();
  const full = new SnapshotStore(folder, "index", async () => 256 * 2 ** 20);
  await expect(full.save(taken(indexed(), 70))).rejects.toThrow("which has 268435456");
  expect((await readdir(await snapshotFolder())).sort()).toEqual(files);
  expect(await new SnapshotStore(folder, "index").load()).toEqual(snapshot);
});
