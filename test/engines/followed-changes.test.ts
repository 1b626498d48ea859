import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ChangeEvent, ChangePage } from "../../contracts/changes.ts";
import { serverSentEvents } from "../changes/server-sent-events.ts";
import { runCompiled } from "../compiled-command.ts";
import { manglerud, nitrogenDioxide, value } from "../end-to-end/network-samples.ts";
import { facility, record } from "../end-to-end/samples.ts";
import { folderUntil } from "../folder.ts";
import { databaseUntil } from "../postgres.ts";
import { differences, served, servedThings } from "../served-things.ts";
import { SpawnedService } from "../spawned-service.ts";
import { tokenOf } from "../views/content.ts";

type Change = z.infer<typeof ChangeEvent>;
const Values = z.array(z.looseObject({ fromTime: z.string() }));
const Histories = z.array(z.object({ values: Values }));

const PASSWORD = "a long enough password";
const WRITING_MS = Number(process.env["WRITING_MS"] ?? 20_000);
const RECORDS = 60;

const database = await databaseUntil(afterAll);
const environment = {
  ...{ DATABASE_URL: database.connection.connectionString ?? "", AIRLOG_DATA: folderUntil(afterAll), PORT: "0" },
  ...{ AIRLOG_ADMIN_PASSWORD: PASSWORD, AIRLOG_RATE_LIMIT: "off", AIRLOG_LOG_LEVEL: "warn" },
};
const children: SpawnedService[] = [];
const start = async (name: string): Promise<SpawnedService> => {
  const child = await SpawnedService.start(environment, name);
  children.push(child);
  return child;
};

let [command, query, other]: SpawnedService[] = [];
let projectors: SpawnedService[];
let send: (path: string, body: unknown) => Promise<unknown>;

beforeAll(async () => {
  command = await start("command");
  projectors = [await start("projector"), await start("projector")];
  [query, other] = [await start("query"), await start("query")];
  await Promise.all(children.map((child) => child.ready()));
  const token = await tokenOf(command.url, "admin", PASSWORD);
  const url = command.url;
  send = async (path, body) => {
    const answer = await fetch(`${url}/api/provider/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok && answer.status !== 204) throw new Error(`${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
}, 120_000);
afterAll(() => Promise.all(children.map((child) => child.kill())));

/** Both query processes by turns. */
let turn = 0;
const queryUrl = (): string => String([query, other][turn++ % 2]?.url);

/** What somebody holds who applies changes. */
class Copy {
  readonly things = new Map<string, unknown>();

  apply({ type, subject, data }: Change): void {
    const [, kind, state] = type.split(".");
    const key = `${kind} ${subject}`;
    if (state === "deleted") this.things.delete(key);
    else if (kind === "observations") {
      const { from, to, values } = z.object({ from: z.string(), to: z.string(), values: Values }).parse(data);
      for (let at = Date.parse(from); at < Date.parse(to); at += 3_600_000) this.things.delete(`${key} ${at}`);
      for (const each of values) this.things.set(`${key} ${Date.parse(each.fromTime)}`, each);
    } else this.things.set(key, data);
  }
}

/** A page; undefined while views are behind or a process is replaced. */
async function readPage(parameters: string) {
  const answer = await fetch(`${queryUrl()}/api/changes?include=content&${parameters}`);
  if (answer.status === 503) return undefined;
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return ChangePage.parse(JSON.parse(text));
}

let isWriting = true;

/** Asks again and again with the last `next`. */
async function followPages(): Promise<Copy> {
  const copy = new Copy();
  for (let after = ""; ; ) {
    const wasWriting = isWriting;
    const page = await readPage(`limit=7&wait=1${after && `&after=${after}`}`);
    for (const change of page?.changes ?? []) copy.apply(change);
    after = page?.next ?? after;
    if (!wasWriting && page && !page.more && page.changes.length === 0) return copy;
    if (!page) await delay(100);
  }
}

/** Reads all anew each time, and takes what was published since the last answer's time. */
async function followTimes(timeOf: (change: Change) => number): Promise<Copy> {
  const copy = new Copy();
  for (let since = 0; ; ) {
    const wasWriting = isWriting;
    const changes: Change[] = [];
    let asOf = "";
    for (let after = "", more = true; more; ) {
      const page = await readPage(`limit=5000${after && `&after=${after}`}`);
      if (!page) {
        await delay(100);
        continue;
      }
      changes.push(...page.changes);
      ({ next: after, more, asOf } = page);
    }
    for (const change of changes) if (timeOf(change) >= since) copy.apply(change);
    since = Date.parse(asOf);
    if (!wasWriting) return copy;
    await delay(300);
  }
}

/** Listens to streams, each until it is cut, and goes on with another process. */
async function followStream(until: () => string | undefined): Promise<Copy> {
  const copy = new Copy();
  let last = "";
  const isDone = (): boolean => {
    const end = until();
    return end !== undefined && last.slice(0, end.length) >= end;
  };
  while (!isDone()) {
    const cut = AbortSignal.timeout(1_500);
    try {
      const headers = { Accept: "text/event-stream", ...(last && { "Last-Event-ID": last }) };
      const answer = await fetch(`${queryUrl()}/api/changes?include=content`, { headers, signal: cut });
      if (answer.status !== 200) continue;
      for await (const { id, event, data } of serverSentEvents(answer)) {
        if (event !== "checkpoint") copy.apply(ChangeEvent.parse(data));
        last = id;
        if (isDone()) break;
      }
    } catch (error) {
      if (!cut.aborted) throw error;
    }
  }
  return copy;
}

async function write(): Promise<void> {
  const until = performance.now() + WRITING_MS;
  const { id: station } = z.object({ id: z.number() }).parse(await send("stations/add", manglerud()));
  const { id: series } = z.object({ id: z.number() }).parse(await send("timeseries/add", nitrogenDioxide(station)));
  await send("facilities/add", facility("one"));
  for (let round = 1; performance.now() < until; round++) {
    const pid = (offset: number) => `live/${(round * 7 + offset * 13) % RECORDS}`;
    const records = [0, 1, 2].map((offset) => record(pid(offset), { n: round, facility: { identifier: "one" } }));
    await send("metadata/add", records);
    if (round % 3 === 0) await send("metadata/delete", [pid(1)]);
    if (round % 5 === 0) await send("facilities/update", facility("one", { name: `name ${round}` }));
    const hour = String(round % 24).padStart(2, "0");
    await send("observations/add", [
      { timeseries: series, values: [value(`2024-03-0${1 + (round % 3)}T${hour}:00`, round % 4 ? round : null)] },
    ]);
  }
  // Checkpoints are too rare for streams that are cut so often: this tells them that all has come.
  await send("facilities/add", facility("last"));
}

/** Kills projectors and builds views again, while others read and write. */
async function disturb(): Promise<void> {
  await delay(2_000);
  for (let kill = 0; isWriting; kill++) {
    const victim = kill % projectors.length;
    await projectors[victim]?.kill();
    projectors[victim] = await start("projector");
    const { code, words } = await runCompiled("replay", ["catalogue", "observations", "--again"], environment);
    expect(code, words).toBe(0);
    await runCompiled("views", ["drop", "--old"], environment);
    await delay(500);
  }
}

test("whoever follows by positions, by times or by a stream holds in the end what is there", async () => {
  let end: string | undefined;
  const following = [followPages(), followTimes(({ time }) => Date.parse(time)), followStream(() => end)];
  const disturbing = disturb();
  await write();
  isWriting = false;
  await disturbing;
  end = (await lastChange()).position;
  const copies = await Promise.all(following);
  const things = await thingsAt(end);
  expect(things.size).toBeGreaterThan(RECORDS / 2);
  for (const copy of copies) expect(differences(copy.things, things)).toEqual([]);
}, 240_000);

async function lastChange(): Promise<Change> {
  for (;;) {
    const page = await readPage("types=facility");
    const change = page?.changes.find(({ subject }) => subject === "last");
    if (change) return change;
  }
}

/** What the other routes serve, with the values of the days that are written. */
async function thingsAt(position: string): Promise<ReadonlyMap<string, unknown>> {
  const things = new Map(await servedThings(queryUrl(), position));
  for (const id of [...things.keys()].flatMap((key) => /^timeseries (\d+)$/.exec(key)?.[1] ?? [])) {
    const address = `${queryUrl()}/obs/historical/2024-03-01/2024-03-05/ids/${id}?showinvalid=true`;
    const [{ values } = { values: [] }] = Histories.parse(await served(address, position));
    for (const each of values) things.set(`observations ${id} ${Date.parse(each.fromTime)}`, each);
  }
  return things;
}
