import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { folderUntil } from "../../../../test/folder.ts";
import { databaseUntil } from "../../../../test/postgres.ts";
import type { SourceHead } from "../../documents/source.ts";
import { SearchRejected, SearchUnavailable } from "../../port.ts";
import { SEARCH_WORKERS, SearchProcess } from "./host.ts";
import type { SearchProcessEnded } from "./process-end.ts";

const database = await databaseUntil(afterAll);
let folder: string;
/** Folder of temporary files. */
let temporary: string;
let search: SearchProcess;
let applied: SourceHead[];
let failures: string[];
let ends: SearchProcessEnded[];
let replaced: string[];
let discarded: string[];
let silences: boolean[];

const view = { name: "records", version: 1, generation: 1, tables: { records: "records" } };
const mapping = { properties: { title: { type: "text", fields: { keyword: { type: "keyword" } } } } };
const DOCUMENTS = 2_000;
const SECRET = "not-to-be-told";
const SEARCHES = { running: 2, open: 3, waiting: 4 };

beforeAll(async () => {
  await database.query(`
    create table records as select 'r' || n as pid, '{"title":"number ' || n || '"}' as document, n::bigint as change_seq,
      false as deleted, null::text as facility_document from generate_series(1, ${DOCUMENTS}) n;
    create unique index on records (pid);
    create index on records (change_seq);
    create table view_builds (name text, version int, generation int, position text, sequence bigint);
    insert into view_builds values ('records', 1, 1, 'p${DOCUMENTS}', ${DOCUMENTS})`);
});

beforeEach(async () => {
  folder = folderUntil(onTestFinished);
  temporary = folderUntil(onTestFinished);
  vi.stubEnv("TMPDIR", temporary);
  vi.stubEnv("DATABASE_URL", `postgres://airlog:${SECRET}@127.0.0.1/airlog`);
  vi.stubEnv("PGPASSWORD", SECRET);
  onTestFinished(() => void vi.unstubAllEnvs());
  applied = [];
  failures = [];
  ends = [];
  replaced = [];
  discarded = [];
  silences = [];
  search = start();
  await search.ready();
});
afterEach(() => search.close());

const start = ({ snapshotFolder = folder, logId = "0123456789ab" } = {}) =>
  new SearchProcess(
    {
      indexName: "records",
      mapping,
      dynamicFields: 0,
      sourceMemory: 1_000_000,
      pollIntervalMs: 100,
      snapshotSettings: { logId, folder: snapshotFolder },
      view,
      connection: database.connection,
    },
    {
      applied: (head) => applied.push(head),
      failure: (reason) => failures.push(reason),
      ended: (end) => ends.push(end),
      silence: (isSilent) => silences.push(isSilent),
      workerEnded: (reason) => replaced.push(reason),
      snapshotFailure: (reason) => failures.push(reason),
      snapshotDiscarded: (reason) => discarded.push(reason),
    },
    () => SEARCHES,
  );

async function answer(body: object, signal = new AbortController().signal): Promise<string> {
  const { body: chunks } = await search.search({ body: Buffer.from(JSON.stringify(body)), signal });
  const parts: Uint8Array[] = [];
  for await (const part of chunks) parts.push(part);
  return Buffer.concat(parts).toString();
}
const total = async (body: object = {}): Promise<number> => JSON.parse(await answer(body)).hits.total.value;

/** The id of the engine's process. @throws while there is none */
function pid(): number {
  const { pid: found } = search.stats();
  if (found === undefined) throw new Error("the search process does not run");
  return found;
}

test("searches are answered by another process, which reports its state", async () => {
  expect(await total()).toBe(DOCUMENTS);
  expect(await total({ query: { match: { title: "17" } } })).toBe(1);
  expect(applied.at(-1)).toEqual({ position: `p${DOCUMENTS}`, sequence: DOCUMENTS });
  expect(pid()).not.toBe(process.pid);
  expect(search.stats()).toMatchObject({ documents: DOCUMENTS, deleted: 0, restarts: 0 });
});

test("refusals keep their status and message", async () => {
  const refused = answer({ query: { unheard_of: {} } });
  await expect(refused).rejects.toBeInstanceOf(SearchRejected);
  await expect(refused).rejects.toMatchObject({ status: 400, message: "unknown query [unheard_of]" });
  expect(await total()).toBe(DOCUMENTS);
});

test("many searches at once get their own answers, large ones in full", async () => {
  const bodies = Array.from({ length: 60 }, (_, n) => ({ query: { match: { title: String(n + 1) } } }));
  const [pages, ...found] = await Promise.all([answer({ size: DOCUMENTS }), ...bodies.map((body) => answer(body))]);
  expect(JSON.parse(pages).hits.hits).toHaveLength(DOCUMENTS);
  expect(found.map((text) => JSON.parse(text).hits.hits[0]._id)).toEqual(bodies.map((_, n) => `r${n + 1}`));
});

test("a reader who leaves in the middle of an answer disturbs nobody", async () => {
  const controller = new AbortController();
  const { body } = await search.search({ body: Buffer.from(`{"size":${DOCUMENTS}}`), signal: controller.signal });
  await body[Symbol.asyncIterator]().next();
  controller.abort();
  expect(await total()).toBe(DOCUMENTS);
});

test.each(["SIGKILL", "SIGABRT"] as const)(
  "killed by %s it is started again, and searches are unavailable meanwhile",
  async (signal) => {
    const before = pid();
    process.kill(before, signal);
    await expect.poll(() => search.applied(), { timeout: 10_000, interval: 2 }).toBeUndefined();
    await expect(answer({})).rejects.toBeInstanceOf(SearchUnavailable);
    await expect.poll(() => search.applied()?.sequence, { timeout: 20_000 }).toBe(DOCUMENTS);
    expect(await total()).toBe(DOCUMENTS);
    expect(pid()).not.toBe(before);
    expect(search.stats().restarts).toBe(1);
    expect(ends).toEqual([
      expect.objectContaining({
        ...{ exitCode: null, signal },
        figures: {
          ...{ pid: before, restarts: 0, searches: SEARCHES },
          uptimeMs: expect.toSatisfy((ms: number) => ms > 0 && ms < 60_000),
          residentBytes: expect.toSatisfy((bytes: number) => bytes > 10_000_000),
        },
      }),
    ]);
    expect(failures).toEqual([]);
  },
);

test("killed in the middle of searches it loses only these", async () => {
  const searches = Array.from({ length: 20 }, () => answer({ size: DOCUMENTS }));
  process.kill(pid(), "SIGKILL");
  for (const result of await Promise.allSettled(searches)) {
    if (result.status === "rejected") expect(result.reason).toBeInstanceOf(SearchUnavailable);
  }
  await expect.poll(() => total().catch(() => 0), { timeout: 20_000 }).toBe(DOCUMENTS);
});

async function snapshotWritten(): Promise<void> {
  await expect.poll(() => readdir(folder), { timeout: 10_000 }).toHaveLength(1);
  const [name = ""] = await readdir(folder);
  await expect.poll(() => readdir(join(folder, name)), { timeout: 10_000 }).toContain("manifest.json");
}

test("a snapshot of another log is not read, although its table and changes have the same numbers", async () => {
  await snapshotWritten();
  await search.close();
  await database.query(`update records set document = '{"title":"of another log"}' where pid = 'r1'`);
  try {
    search = start({ logId: "ba9876543210" });
    await search.ready();
    expect(await total({ query: { match: { title: "another" } } })).toBe(1);
    expect(discarded).toEqual([expect.stringContaining("it is of another log, table, mapping or text analysis")]);
  } finally {
    await database.query(`update records set document = '{"title":"number 1"}' where pid = 'r1'`);
  }
});

test("a damaged snapshot is discarded, which is reported, and the index is built again", async () => {
  await snapshotWritten();
  await search.close();
  const [name = ""] = await readdir(folder);
  const parts = (await readdir(join(folder, name))).filter((file) => file.endsWith(".part"));
  for (const part of parts) await truncate(join(folder, name, part), 10);
  search = start();
  await search.ready();
  expect(await total()).toBe(DOCUMENTS);
  expect(discarded).toEqual([expect.stringMatching(/\.part is too short$/)]);
});

test("the next start reads the snapshot", async () => {
  await snapshotWritten();
  process.kill(pid(), "SIGKILL");
  // Documents in the snapshot are not read from the table again.
  await database.query("alter table records rename column document to hidden");
  try {
    await expect.poll(() => search.stats().restarts, { timeout: 10_000 }).toBe(1);
    await expect.poll(() => search.applied()?.sequence, { timeout: 20_000 }).toBe(DOCUMENTS);
    expect(await total({ query: { match: { title: "1999" } } })).toBe(1);
  } finally {
    await database.query("alter table records rename column hidden to document");
  }
});

test("many changes since the last snapshot are saved in another one when the index is closed", async () => {
  const more = 3_000;
  const last = DOCUMENTS + more;
  await database.query(`
    insert into records select 'r' || n, '{"title":"number ' || n || '"}', n, false, null
      from generate_series(${DOCUMENTS + 1}, ${last}) n;
    update view_builds set position = 'p${last}', sequence = ${last}`);
  try {
    await expect.poll(() => search.applied()?.sequence, { timeout: 20_000 }).toBe(last);
    await search.close();
    await database.query("alter table records rename column document to hidden");
    search = start();
    await search.ready();
    expect(await total()).toBe(last);
    expect(failures).toEqual([]);
  } finally {
    await database.query(`
      alter table records rename column hidden to document;
      delete from records where change_seq > ${DOCUMENTS};
      update view_builds set position = 'p${DOCUMENTS}', sequence = ${DOCUMENTS}`);
  }
});

test("snapshots that can't be written stop nothing", async () => {
  await search.close();
  const file = join(folder, "a-file");
  await writeFile(file, "no folder");
  search = start({ snapshotFolder: file });
  await search.ready();
  expect(await total()).toBe(DOCUMENTS);
  await expect.poll(() => failures.join(), { timeout: 10_000 }).toContain("ENOTDIR");
});

/** Once every worker listens. */
async function everyWorkerListens(): Promise<void> {
  const sockets = async () =>
    (await readdir(temporary, { recursive: true })).filter((name) => name.endsWith("/socket"));
  await expect.poll(sockets, { timeout: 10_000 }).toHaveLength(SEARCH_WORKERS + 1);
}

test("workers with deleted sockets are replaced, and others who make folders of their names get no searches", async () => {
  await everyWorkerListens();
  let received = 0;
  const others = createServer((socket) => {
    received++;
    socket.destroy();
  });
  onTestFinished(() => void others.close());
  const [first = "", ...names] = await readdir(temporary);
  for (const name of [first, ...names]) {
    await rm(join(temporary, name), { recursive: true });
    await mkdir(join(temporary, name), { mode: 0o777 });
  }
  others.listen(join(temporary, first, "socket"));
  await once(others, "listening");
  for (const name of names) await symlink(join(temporary, first, "socket"), join(temporary, name, "socket"));
  await expect.poll(() => total().catch(() => 0), { timeout: 20_000 }).toBe(DOCUMENTS);
  await expect.poll(() => search.stats().workers, { timeout: 20_000 }).toBe(SEARCH_WORKERS + 1);
  expect(await total()).toBe(DOCUMENTS);
  expect(received).toBe(0);
  expect(replaced).toContain("nothing listens at its socket");
  expect(search.stats().restarts).toBe(0);
});

test("the path of the temporary folder may be long, and the folder may be missing", async () => {
  const missing = join(temporary, "missing".repeat(30));
  await search.close();
  vi.stubEnv("TMPDIR", missing);
  search = start();
  await expect.poll(() => failures, { timeout: 10_000 }).toContainEqual(expect.stringMatching(/ENOENT.*missing/));
  await mkdir(missing);
  await search.ready();
  expect(await total()).toBe(DOCUMENTS);
  expect(await readdir(temporary)).toEqual([basename(missing)]);
});

test("the next process deletes what a killed one has left, and leaves nothing when it ends", async () => {
  await everyWorkerListens();
  const left = await readdir(temporary);
  process.kill(pid(), "SIGKILL");
  await expect.poll(() => search.stats().restarts, { timeout: 10_000 }).toBe(1);
  await expect.poll(() => total().catch(() => 0), { timeout: 20_000 }).toBe(DOCUMENTS);
  expect((await readdir(temporary)).filter((name) => left.includes(name))).toEqual([]);
  await search.close();
  expect(await readdir(temporary)).toEqual([]);
});

test("its environment holds no secret", async () => {
  const environment = await readFile(`/proc/${pid()}/environ`, "utf8");
  expect(environment).toContain("PATH=");
  expect(environment).not.toContain(SECRET);
});

test("an abandoned search is not sent", async () => {
  const left = AbortSignal.abort(new Error("the reader left"));
  await expect(answer({}, left)).rejects.toThrow("the reader left");
  expect(await total()).toBe(DOCUMENTS);
});

test("it leaves nothing behind when it is closed", async () => {
  const ended = pid();
  await search.close();
  await expect(promisify(execFile)("kill", ["-0", String(ended)])).rejects.toThrow();
  await expect(answer({})).rejects.toBeInstanceOf(SearchUnavailable);
});
