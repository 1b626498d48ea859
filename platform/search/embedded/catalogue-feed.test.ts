import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { catalogue } from "../../../contracts/views/catalogue.ts";
import { folderUntil } from "../../../test/folder.ts";
import { silent } from "../../../test/postgres.ts";
import { positionAt, writtenView } from "../../../test/written-view.ts";
import type { Database } from "../../database/port.ts";
import { completeBuild, createBuild, moveCheckpoint, readCheckpoint } from "../../views/registry.ts";
import { EmbeddedIndexFeed } from "./catalogue-feed.ts";

/** Adds records to a build and moves it to the position of a number, for its index to show. */
async function add(build: typeof catalogue, { database, first, last, position }: Addition): Promise<void> {
  const from = await readCheckpoint(database, build);
  await database.transaction(async (transaction) => {
    await transaction.query(`insert into ${build.tables.records}
        (pid, slug, document, change_seq, deleted, provider, revision, created, changed, sets)
      select 'r' || n, 'r' || n, '{"title":"radar"}', n, false, 'provider', 0, gen_random_uuid(), gen_random_uuid(), '[]'
        from generate_series(${first}, ${last}) n`);
    await moveCheckpoint(transaction, build, from, { ...from, position: positionAt(position), sequence: last });
  });
}

interface Addition {
  readonly database: Database;
  readonly first: number;
  readonly last: number;
  readonly position: number;
}

async function started(build: typeof catalogue, database: Database, dataFolder: string): Promise<EmbeddedIndexFeed> {
  const feed = new EmbeddedIndexFeed({ logId: "0123456789ab", build, database, log: silent, dataFolder });
  await feed.start();
  onTestFinished(() => feed.close());
  return feed;
}

async function untilShown(feed: EmbeddedIndexFeed, position: number): Promise<void> {
  await vi.waitFor(async () => expect(await feed.shown()).toBe(positionAt(position)), { timeout: 10_000, interval: 5 });
}

/** The manifest of the snapshot of a build's index. */
async function manifestOf({ schema }: typeof catalogue, dataFolder: string) {
  const folder = join(dataFolder, "search", schema);
  const files = await readdir(folder, { recursive: true });
  const text = await readFile(join(folder, files.find((file) => file.endsWith("manifest.json")) ?? "missing"), "utf8");
  return JSON.parse(text.slice(text.indexOf("\n")));
}

test("the index of an unread build shows it once a snapshot is on disk", async () => {
  const { database, create } = await writtenView(catalogue);
  await create();
  const dataFolder = folderUntil(onTestFinished);
  const feed = await started(catalogue, database, dataFolder);
  await untilShown(feed, 0);
  await add(catalogue, { database, first: 1, last: 3000, position: 1 });
  await untilShown(feed, 1);
  expect(await manifestOf(catalogue, dataFolder)).toMatchObject({ sequence: 3000 });
});

test("the index of another build begins with the first one's index", async () => {
  const { database, create } = await writtenView(catalogue);
  await create();
  const dataFolder = folderUntil(onTestFinished);
  const first = await started(catalogue, database, dataFolder);
  await untilShown(first, 0);
  // The second segment is so much smaller that the two are never merged while nothing changes.
  await add(catalogue, { database, first: 1, last: 3900, position: 1 });
  await untilShown(first, 1);
  await add(catalogue, { database, first: 3901, last: 6000, position: 2 });
  await untilShown(first, 2);
  await first.close();
  await completeBuild(database, catalogue);

  const again = catalogue.build(2);
  await createBuild(database, again, positionAt(0));
  const second = await started(again, database, dataFolder);
  await add(again, { database, first: 1, last: 2000, position: 1 });
  await add(again, { database, first: 2001, last: 6000, position: 2 });
  await untilShown(second, 2);
  const checksums = async (build: typeof catalogue) =>
    (await manifestOf(build, dataFolder)).segments.map(
      (segment: { data: { checksum: number } }) => segment.data.checksum,
    );
  expect(await checksums(catalogue)).toHaveLength(2);
  expect(await checksums(again)).toEqual(await checksums(catalogue));
});
