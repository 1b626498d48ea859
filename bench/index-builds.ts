import { rm } from "node:fs/promises";
import { Client } from "@elastic/elasticsearch";
import { catalogue } from "../contracts/views/catalogue.ts";
import { directFeed } from "../platform/feed/open.ts";
import { openCluster } from "../platform/search/elasticsearch/cluster.ts";
import { indexSettings, snapshotFolder } from "../platform/search/embedded/index-settings.ts";
import { SearchProcess } from "../platform/search/embedded/process/host.ts";
import { dropBuild } from "../platform/views/drop.ts";
import { dropFollower } from "../services/projector/follower.ts";
import type { ReplayParts } from "../services/projector/replay.ts";
import { searchIndex } from "../services/projector/views/catalogue/search-index.ts";
import { catalogueView } from "../services/projector/views/catalogue/view.ts";
import { RECORDS } from "./corpus.ts";
import { bulkOf, makeBareIndex } from "./elasticsearch.ts";
import { type BenchEngine, withEngine } from "./engines.ts";
import { openFilledLog, secondsOf } from "./filled-log.ts";
import { alternate, type Row } from "./harness.ts";
import { madeBuild } from "./made-build.ts";
import { secondsOfTokenizing } from "./tokenizing.ts";

/** Builds indexes of the catalogue from a log of records of 5 KB, beside the bounds of such builds. */

const INDEXED = RECORDS / 2;
const BATCH = 1_000;
/** Threads that build an embedded index. */
const BUILDERS = 2;
const GOAL = { of: "ratio", at: "least", value: 0.7 } as const;

export async function indexBuilds(): Promise<{ readonly rows: Row[]; readonly leftOut: readonly string[] }> {
  const log = await openFilledLog(INDEXED);
  try {
    const embedded = await besideTokenizing(log.parts);
    const besideBulk = (engine: BenchEngine) => besideBulkRequests(log.parts, engine);
    const { rows, leftOut } = await withEngine("elasticsearch", "A view with Elasticsearch beside _bulk", besideBulk);
    return { rows: [...embedded, ...rows], leftOut };
  } finally {
    await log.close();
  }
}

/** Deletes the snapshots of all indexes, from which another build would begin. */
export async function forgetSnapshots({ config }: Pick<ReplayParts, "config">): Promise<void> {
  await rm(snapshotFolder(config.dataFolder), { recursive: true, force: true });
}

/** Builds the index of complete tables, beside tokenizing the same texts with one thread and with as many threads. */
async function besideTokenizing(parts: ReplayParts): Promise<Row[]> {
  const rows: Row[] = [];
  for (const threads of [1, BUILDERS]) {
    const values = await alternate(
      async () => INDEXED / (await secondsOfTokenizing(INDEXED, threads)),
      async () => INDEXED / (await indexed(parts)),
    );
    const name = `embedded index by ${BUILDERS} threads, beside tokenising alone by ${threads}`;
    rows.push({ name, unit: "records/s", ...values, goal: GOAL, note: "with the start of the process" });
  }
  return rows;
}

/** Seconds until all of the first build's records can be searched. */
async function indexed(parts: ReplayParts): Promise<number> {
  await forgetSnapshots(parts);
  const { logId } = parts.eventStore;
  const settings = await indexSettings({ ...parts, build: catalogue, logId, dataFolder: parts.config.dataFolder });
  const failure = (reason: string) => parts.log.warn({ reason }, "the index can't be built just now");
  const began = performance.now();
  const search = new SearchProcess(settings, {
    ...{ applied: () => undefined, failure, ended: ({ message }) => failure(message), workerEnded: failure },
    ...{ silence: () => undefined, snapshotFailure: failure, snapshotDiscarded: failure },
  });
  try {
    await search.ready();
    return (performance.now() - began) / 1000;
  } finally {
    await search.close();
  }
}

/** Tables and index of the catalogue from the start of the log, beside `_bulk` of the same documents and a refresh. */
async function besideBulkRequests(parts: ReplayParts, engine: BenchEngine): Promise<Row[]> {
  const client = new Client({ node: engine.address });
  const elasticsearch = await openCluster({ nodes: [engine.address] }, parts.log);
  try {
    let generation = 1;
    const values = await alternate(
      async () => INDEXED / (await bulked(client)),
      async () => INDEXED / (await built({ ...parts, elasticsearch }, ++generation)),
    );
    const name = "tables and index of the catalogue with Elasticsearch, beside _bulk alone";
    return [{ name, unit: "records/s", ...values, goal: GOAL }];
  } finally {
    await elasticsearch.close();
    await client.close();
  }
}

async function bulked(client: Client): Promise<number> {
  const index = await makeBareIndex(client);
  try {
    let seconds = 0;
    for (let first = 0; first < INDEXED; first += BATCH) {
      const bulkBody = bulkOf(first, BATCH);
      seconds += await secondsOf(() => client.transport.request({ method: "POST", path: `/${index}/_bulk`, bulkBody }));
    }
    return seconds + (await secondsOf(() => client.indices.refresh({ index })));
  } finally {
    await client.indices.delete({ index });
  }
}

/** Seconds until the build is complete. The build is then dropped, so that the next one does not begin with its index. */
async function built(parts: ReplayParts, generation: number): Promise<number> {
  const { database, eventStore, log } = parts;
  const build = catalogueView.build(generation);
  const follower = searchIndex.openUnread(build, parts);
  try {
    const feed = directFeed(eventStore);
    return await secondsOf(() => madeBuild(build, { database, log, feed, follower }));
  } finally {
    await follower.close();
    await dropBuild(database, build, dropFollower([build], parts));
  }
}
