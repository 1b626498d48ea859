import { spawn } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type DatabaseOptions, openDatabase } from "../../platform/database/open.ts";
import { silent } from "../postgres.ts";

/** A compiled program in a folder of its own. */
export interface Release {
  readonly folder: string;
  /** A compiled module, such as `services/query/main`. */
  program(name: string): string;
}

export function releaseIn(folder: string): Release {
  return { folder, program: (name) => join(folder, "dist", `${name}.js`) };
}

/** Runs a command of the release. @throws Error with its output when it fails */
export async function runCommand(
  release: Release,
  environment: Readonly<Record<string, string>>,
  command: string,
  ...words: readonly string[]
): Promise<string> {
  const child = spawn(process.execPath, [release.program("cli/main"), command, ...words], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${command} ${words.join(" ")} ended with ${code}:\n${said.slice(-5_000)}`);
  return said;
}

type Change = readonly [file: string, from: string, to: string];

/**
 * Further steps of the next release's schema, which add what the previous release does not know. No release will use their
 * names.
 */
const NEXT_MIGRATIONS = ["views-next", "command-next", "events-next"];

/**
 * The changes of the next release: a field that can be searched, a column's name, how many values a mean needs, the shape of
 * an event, and tables that no view owns. Each view with changed tables or a changed index has the next version.
 */
const CHANGES: readonly Change[] = [
  ["contracts/views/catalogue", "version: 3,", "version: 4,"],
  [
    "platform/search/mapping",
    "properties: properties(Metadata),",
    "properties: { ...properties(Metadata), campaign: text },",
  ],

  ["contracts/views/stations", "version: 2,", "version: 3,"],
  [
    "contracts/views/stations",
    "stations: `(\n      id int primary key,\n      created uuid not null,\n      changed uuid not null,\n      document",
    "stations: `(\n      id int primary key,\n      created uuid not null,\n      changed uuid not null,\n      sent",
  ],
  [
    "services/projector/views/stations/view",
    `insert into \${table} (id, document, change_seq, deleted, created, changed)
      select * from unnest($1::int4[], $2::text[], $3::int8[], $4::bool[], $5::uuid[], $6::uuid[])
      on conflict (id) do update set document = excluded.document`,
    `insert into \${table} (id, sent, change_seq, deleted, created, changed)
      select * from unnest($1::int4[], $2::text[], $3::int8[], $4::bool[], $5::uuid[], $6::uuid[])
      on conflict (id) do update set sent = excluded.sent`,
  ],
  [
    "services/query/measurements/network-cache",
    "'station' as kind, id, document,",
    "'station' as kind, id, sent as document,",
  ],

  [
    "services/query/changes/heads",
    'table: tables.stations, key: "id", subject: "id::text", bytes: "octet_length(document)"',
    'table: tables.stations, key: "id", subject: "id::text", bytes: "octet_length(sent)"',
  ],
  [
    "services/query/changes/contents",
    "readById(tables.stations, heads, database, into)",
    `readById(tables.stations, heads, {
      query: (statement) => database.query({ ...statement, text: statement.text.replace("document", "sent as document") }),
    }, into)`,
  ],

  ["contracts/views/observations", "version: 3,", "version: 4,"],
  ["science/means", "MIN_COVERAGE = 75", "MIN_COVERAGE = 50"],

  [
    "contracts/measurement-events",
    "StationUpdated: { version: 1, data: station },",
    "StationUpdated: { version: 2, data: station.extend({ revised: z.literal(true) }) },",
  ],
  [
    "contracts/events",
    "const earlierVersions = {",
    "const earlierVersions = { StationUpdated: [{ content: { up: (_type, content) => ({ ...content, revised: true }), down: (_type, { revised, ...content }) => content } }],",
  ],
  [
    "services/command/stations/station",
    'type: "StationUpdated", data: { station: command.station }',
    'type: "StationUpdated", data: { station: command.station, revised: true }',
  ],

  [
    "platform/views/schema",
    "];\n/** Notified after every change",
    `  { name: "views-next", sql: "alter table view_builds add column note text not null default ''" },
];\n/** Notified after every change`,
  ],
  [
    "services/command/schema",
    "];\n//# sourceMappingURL",
    `  { name: "command-next", sql: "alter table accounts add column note text not null default ''" },
];\n//# sourceMappingURL`,
  ],
  [
    "platform/event-store/postgres/schema",
    "];\n//# sourceMappingURL",
    `  { name: "events-next", sql: "alter table events add column note text not null default ''" },
];\n//# sourceMappingURL`,
  ],
];

/** @throws AssertionError when the next release has not migrated the database */
export async function expectMigrated(place: Pick<DatabaseOptions, "url" | "dataFolder">): Promise<void> {
  const database = await openDatabase({ ...place, logger: silent });
  try {
    const done = await database.query<{ name: string }>("select name from migrations");
    expect(done.map(({ name }) => name)).toEqual(expect.arrayContaining(NEXT_MIGRATIONS));
  } finally {
    await database.close();
  }
}

/** Makes a copy of the compiled program in an empty folder, with the changes. */
export function nextRelease(folder: string): Release {
  for (const name of readdirSync(".")) if (name !== "dist") symlinkSync(join(process.cwd(), name), join(folder, name));
  cpSync("dist", join(folder, "dist"), { recursive: true });
  const release = releaseIn(folder);
  for (const [file, from, to] of CHANGES) {
    const path = release.program(file);
    const text = readFileSync(path, "utf8");
    if (text.split(from).length !== 2) throw new Error(`${file} does not have "${from}" once`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
  }
  return release;
}
