import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { EventStoreDouble } from "../doubles/eventstoredb/server.ts";
import { folderUntil } from "../folder.ts";
import { freshDatabase } from "../postgres.ts";
import { SpawnedService } from "../spawned-service.ts";
import { stopUnusedServer } from "../stop-postgres.ts";
import { answersWithoutPositions, filledAnswers } from "../views/content.ts";

/*
 * A log that moves from the embedded PostgreSQL to EventStoreDB (its double) with a PostgreSQL server, from there into another
 * PostgreSQL server, and back into an embedded one, by the commands as operators call them.
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
    answers = await filledAnswers(service.url, PASSWORD);
  } finally {
    await service.stop();
  }
  lines = await exported(original, "original.ndjson");
  expect(lines.length).toBeGreaterThan(1_000);
}, 120_000);

test("a log is equal line by line in EventStoreDB, in a PostgreSQL server and in an embedded one again", async () => {
  const double = await EventStoreDouble.start();
  onTestFinished(() => double.goDown());
  const places = {
    "eventstoredb.ndjson.gz": { ...(await server()), EVENTSTORE_URL: double.url },
    "server.ndjson": await server(),
    "embedded.ndjson.gz": embedded(),
  };
  let file = "original.ndjson";
  for (const [next, engines] of Object.entries(places)) {
    await command(engines, "import", file);
    expect(await exported(engines, next)).toEqual(lines);
    const service = await start(engines);
    try {
      expect(await answersWithoutPositions(service.url)).toEqual(answers);
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

async function command(engines: Engines, name: string, file: string): Promise<void> {
  const env = { PATH: process.env["PATH"], ...engines };
  await promisify(execFile)(process.execPath, [`dist/cli/${name}.js`, join(files, file)], { env });
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
