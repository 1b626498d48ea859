import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { catalogue } from "../../../contracts/views/catalogue.ts";
import { folderUntil } from "../../../test/folder.ts";
import { silent } from "../../../test/postgres.ts";
import { positionAt, writtenView } from "../../../test/written-view.ts";
import { moveCheckpoint, readCheckpoint } from "../../views/registry.ts";
import { EmbeddedIndexFeed } from "./catalogue-feed.ts";

test("the index of a build that nobody reads shows it once a snapshot is on disk", async () => {
  const { database, create } = await writtenView(catalogue);
  await create();
  const dataFolder = folderUntil(onTestFinished);
  const feed = new EmbeddedIndexFeed({ build: catalogue, database, log: silent, dataFolder });
  await feed.start();
  onTestFinished(() => feed.close());
  await vi.waitFor(async () => expect(await feed.shown()).toBe(positionAt(0)), { timeout: 10_000 });

  const from = await readCheckpoint(database, catalogue);
  await database.transaction(async (transaction) => {
    await transaction.query(`insert into ${catalogue.tables.records}
      select 'r' || n, '{}', n, false, null, null, 'provider', 0 from generate_series(1, 3000) n`);
    await moveCheckpoint(transaction, catalogue, from, { ...from, position: positionAt(1), sequence: 3000 });
  });
  await vi.waitFor(async () => expect(await feed.shown()).toBe(positionAt(1)), { timeout: 10_000, interval: 5 });
  const files = await readdir(dataFolder, { recursive: true });
  const manifest = files.find((file) => file.endsWith("manifest.json")) ?? "missing";
  expect(await readFile(join(dataFolder, manifest), "utf8")).toContain('"sequence":3000');
});
