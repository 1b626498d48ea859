import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { EventStoreDouble } from "../doubles/eventstoredb/server.ts";
import { folderUntil } from "../folder.ts";
import { freshDatabase } from "../postgres.ts";
import { SpawnedService } from "../spawned-service.ts";
import { stopUnusedServer } from "../stop-postgres.ts";
import { answersWithoutPositions, filledAnswers, withoutStatistics } from "../views/content.ts";

/*
 * A log that moves from the embedded PostgreSQL to EventStoreDB (its double) with a PostgreSQL server, from there into another
 * PostgreSQL server, to EventStoreDB beside that one, and back into an embedded one, by the commands as operators call them.
 */

const PASSWORD = "a long enough password";

type Engines = Readonly<Record<string, string>>;

const files = folderUntil(afterAll);
const original = embedded();
let lines: readonly string[];
let answers: Record<string, string>;

beforeAll(async () => {
  const service = await start(original);
  try {
    answers = withoutStatistics(await filledAnswers(service.url, PASSWORD));
  } finally {
    await service.stop();
  }
  lines = await exported(original, "original.ndjson");
  expect(lines.length).toBeGreaterThan(1_000);
}, 120_000);

test("a log is equal line by line, and its views are built, in EventStoreDB, a PostgreSQL server and an embedded one again", async () => {
  const kept = await server();
  const places = {
    "eventstoredb.ndjson.gz": { ...(await server()), ...(await eventStoreDb()) },
    "server.ndjson": kept,
    "beside.ndjson": { ...kept, ...(await eventStoreDb()) },
    "embedded.ndjson.gz": embedded(),
  };
  let file = "original.ndjson";
  for (const [next, engines] of Object.entries(places)) {
    await command(engines, "import", file);
    expect(await exported(engines, next)).toEqual(lines);
    const service = await start(engines);
    try {
      expect(withoutStatistics(await answersWithoutPositions(service.url)), next).toEqual(answers);
      expect(await statesOfViews(engines)).toEqual(new Set(["live"]));
    } finally {
      await service.stop();
    }
    file = next;
  }
}, 240_000);

function embedded(): Engines {
  const folder = join(folderUntil(afterAll), "data");
  afterAll(() => stopUnusedServer(folder));
  return { AIRLOG_DATA: folder };
}

/** A database that is empty on a PostgreSQL server. */
async function server(): Promise<Engines> {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  return { DATABASE_URL: url, AIRLOG_DATA: folderUntil(afterAll) };
}

/** An empty double. */
async function eventStoreDb(): Promise<Engines> {
  const double = await EventStoreDouble.start();
  onTestFinished(() => double.goDown());
  return { EVENTSTORE_URL: double.url };
}

async function run(engines: Engines, name: string, ...words: readonly string[]): Promise<string> {
  const env = { PATH: process.env["PATH"], ...engines };
  return (await promisify(execFile)(process.execPath, ["dist/cli/main.js", name, ...words], { env })).stdout;
}

const command = (engines: Engines, name: string, file: string) => run(engines, name, join(files, file));

const Listed = z.array(z.object({ state: z.string() }));

async function statesOfViews(engines: Engines): Promise<ReadonlySet<string>> {
  const listed = Listed.parse(JSON.parse(await run(engines, "views", "list", "--json")));
  return new Set(listed.map(({ state }) => state));
}

/** The lines of the file to which the system's log is exported. */
async function exported(engines: Engines, file: string): Promise<string[]> {
  await command(engines, "export", file);
  const bytes = readFileSync(join(files, file));
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString().split("\n");
}

async function start(engines: Engines): Promise<SpawnedService> {
  const settings = { PORT: "0", AIRLOG_RATE_LIMIT: "off", AIRLOG_LOG_LEVEL: "warn", AIRLOG_ADMIN_PASSWORD: PASSWORD };
  const service = await SpawnedService.start({ ...engines, ...settings });
  await service.ready();
  return service;
}
