import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { claimServices, FolderServed } from "../../platform/database/embedded/served-folder.ts";
import { openDatabase } from "../../platform/database/open.ts";
import type { Database } from "../../platform/database/port.ts";
import { openPostgresEventStore, type PostgresEventStore } from "../../platform/event-store/postgres/store.ts";
import { openAccounts } from "../../services/command/accounts/accounts.ts";
import { exportLog } from "../../services/command/transfer/export-log.ts";
import { folderUntil } from "../../test/folder.ts";
import { foreignFolder, OWNER, ownersLink, testAsRoot } from "../../test/foreign-folder.ts";
import { silent } from "../../test/postgres.ts";
import { BadFile } from "../bad-file.ts";
import { backUp } from "./back-up.ts";
import { restoreInto } from "./restore.ts";

const dataFolder = folderUntil(afterAll);
const backup = join(folderUntil(afterAll), "backup");
let database: Database;
let eventStore: PostgresEventStore;
/** Events whose appends had returned when the backup began. */
let before: string[];

const meta = { time: "2026-01-01T00:00:00.000Z", actor: "a", provider: "p", correlationId: "c" };

async function append(): Promise<string> {
  const id = randomUUID();
  const data = Buffer.from(`{"pid":"${id}","padding":"${"x".repeat(2_000)}"}`);
  const event = { id, type: "MetadataDeleted", schemaVersion: 1, data, meta };
  await eventStore.append([{ stream: `metadata-${id}`, expected: "no-stream", events: [event] }]);
  return id;
}

async function linesOf(opened: Database): Promise<string[]> {
  const store = await openPostgresEventStore(opened);
  const pieces: Buffer[] = [];
  for await (const piece of exportLog({ database: opened, eventStore: store })) pieces.push(piece);
  await store.close();
  return Buffer.concat(pieces).toString().split("\n").slice(0, -1);
}

beforeAll(async () => {
  database = await openDatabase({ dataFolder, logger: silent });
  eventStore = await openPostgresEventStore(database);
  await (await openAccounts(database)).add({ name: "bo", provider: "fmi", roles: [] }, "a long password");
  writeFileSync(join(dataFolder, "signing-key.pem"), "the key", { mode: 0o600 });
  before = await Promise.all(Array.from({ length: 200 }, append));
  let isOver = false;
  const writing = (async () => {
    while (!isOver) await append();
  })();
  await backUp(
    { dataFolder, connection: database.connection, signingKeyFile: join(dataFolder, "signing-key.pem") },
    backup,
  );
  isOver = true;
  await writing;
}, 60_000);
afterAll(async () => {
  await eventStore.close();
  await database.close();
});

/** A copy of the backup in which a file has changed. */
function brokenBackup(): string {
  const broken = join(folderUntil(onTestFinished), "broken");
  cpSync(backup, broken, { recursive: true });
  writeFileSync(join(broken, "postgres/PG_VERSION"), "18\n");
  return broken;
}

test("a copy made during writes holds the log at one moment, with its accounts and its key", async () => {
  const restored = join(folderUntil(afterAll), "restored");
  await restoreInto(restored, backup, silent);
  const opened = await openDatabase({ dataFolder: restored, logger: silent });
  try {
    const lines = await linesOf(opened);
    const original = await linesOf(database);
    const events = lines.filter((line) => line.includes("event_id"));
    expect(events).toEqual(original.slice(0, events.length));
    expect(events.length).toBeGreaterThanOrEqual(before.length);
    expect(lines.some((line) => line.includes('"kind":"account","name":"bo"'))).toBe(true);
    const ids = await Promise.all(
      [opened, database].map(async (each) => (await each.query<{ id: string }>("select id from event_log"))[0]?.id),
    );
    expect(ids[0]).not.toBe(ids[1]);
  } finally {
    await opened.close();
  }
  expect(existsSync(join(restored, "restoring"))).toBe(false);
  expect(readFileSync(join(restored, "signing-key.pem"), "utf8")).toBe("the key");
  expect(statSync(join(restored, "postgres")).mode & 0o777).toBe(0o700);
}, 60_000);

test("restored files belong to the owner alone, even if all could read the backup", async () => {
  const [readable, restored] = [join(folderUntil(afterAll), "readable"), join(folderUntil(afterAll), "restored")];
  cpSync(backup, readable, { recursive: true });
  for (const name of ["signing-key.pem", "postgres.url", "postgres/PG_VERSION"]) chmodSync(join(readable, name), 0o444);
  await restoreInto(restored, readable, silent);
  for (const name of ["signing-key.pem", "postgres.url", "postgres/PG_VERSION"]) {
    expect(statSync(join(restored, name)).mode & 0o777, name).toBe(0o600);
  }
}, 60_000);

test("files that npm and the file system make in a folder do not prevent a restore", async () => {
  const restored = join(folderUntil(afterAll), "restored");
  for (const name of [".npm", "lost+found"]) mkdirSync(join(restored, name), { recursive: true });
  await restoreInto(restored, backup, silent);
  expect(readdirSync(restored)).toContain("postgres");
}, 60_000);

test("neither a system nor another restore begins while a backup is being restored", async () => {
  const restored = join(folderUntil(afterAll), "restored");
  let isRestoring = true;
  const isRefused = (attempt: Promise<unknown>, refusal: typeof FolderServed | RegExp) =>
    expect(attempt)
      .rejects.toThrow(refusal)
      .catch((failure: unknown) => {
        // Once the restore is done, it no longer stands in the way.
        if (isRestoring) throw failure;
      });
  const attempts: Promise<void>[] = [];
  await restoreInto(restored, backup, silent, () => {
    if (attempts.length > 0) return;
    const opened = openDatabase({ dataFolder: restored, logger: silent }).then((database) => database.close());
    attempts.push(
      isRefused(restoreInto(restored, backup, silent), FolderServed),
      isRefused(opened, /restore/),
      isRefused(
        claimServices(restored, ["query"]).then((release) => release()),
        FolderServed,
      ),
    );
  });
  isRestoring = false;
  await Promise.all(attempts);
  expect(attempts).toHaveLength(3);
}, 60_000);

test("an incomplete backup leaves nothing behind", async () => {
  const restored = join(folderUntil(afterAll), "restored");
  await expect(restoreInto(restored, brokenBackup(), silent)).rejects.toThrow(BadFile);
  expect(readdirSync(restored)).toEqual(["processes"]);
}, 60_000);

test("the remains of an interrupted restore are replaced", async () => {
  const restored = join(folderUntil(afterAll), "restored");
  mkdirSync(join(restored, "restoring", "postgres"), { recursive: true });
  writeFileSync(join(restored, "restoring", "postgres", "PG_VERSION"), "17\n");
  await restoreInto(restored, backup, silent);
  const opened = await openDatabase({ dataFolder: restored, logger: silent });
  const [found] = await opened.query<{ count: number }>("select count(*)::int as count from events");
  await opened.close();
  expect(found?.count).toBeGreaterThanOrEqual(before.length);
}, 60_000);

test("a restore that was cut off while it moved files is repeated, and no system begins there before", async () => {
  const restored = join(folderUntil(afterAll), "restored");
  mkdirSync(join(restored, "restoring", "postgres"), { recursive: true });
  writeFileSync(join(restored, "signing-key.pem"), "half");
  writeFileSync(join(restored, "postgres.url"), "half");
  await expect(openDatabase({ dataFolder: restored, logger: silent })).rejects.toThrow(/restore.* is not finished/);
  expect(existsSync(join(restored, "postgres"))).toBe(false);
  await expect(restoreInto(restored, brokenBackup(), silent)).rejects.toThrow(BadFile);
  expect(readdirSync(restored)).toEqual(["processes"]);
  await restoreInto(restored, backup, silent);
  expect(readFileSync(join(restored, "signing-key.pem"), "utf8")).toBe("the key");
  await expect(restoreInto(restored, backup, silent)).rejects.toThrow(BadFile);
}, 60_000);

/** What the owner of a data folder may do while root restores into it. */
const ATTACKS: readonly [string, (folder: string, ofRoot: string) => void][] = [
  [
    "a link in the place of PostgreSQL's folder",
    (folder, ofRoot) => ownersLink(ofRoot, join(folder, "restoring/postgres")),
  ],
  [
    "a link in the place of the folder where it works",
    (folder, ofRoot) => {
      renameSync(join(folder, "restoring"), join(folder, "moved"));
      ownersLink(ofRoot, join(folder, "restoring"));
    },
  ],
  [
    "a link in the place of the key",
    (folder, ofRoot) => ownersLink(join(ofRoot, "secret"), join(folder, "restoring/signing-key.pem")),
  ],
];

for (const [name, attack] of ATTACKS) {
  testAsRoot(
    `a restore by root does not leave another user's folder through ${name}`,
    async () => {
      const { folder, ofRoot, secret } = foreignFolder(onTestFinished);
      let isDone = false;
      const restoring = restoreInto(folder, backup, silent, () => {
        if (!isDone) attack(folder, ofRoot);
        isDone = true;
      });
      await expect(restoring).rejects.toThrow(/EEXIST|root does not follow/);
      expect(readdirSync(ofRoot)).toEqual(["secret"]);
      expect(readFileSync(secret, "utf8")).toBe("known to root alone");
      for (const path of [ofRoot, secret]) expect(statSync(path).uid).toBe(0);
    },
    60_000,
  );
}

testAsRoot(
  "files that root restores into another user's folder belong to that user",
  async () => {
    const { folder } = foreignFolder(onTestFinished);
    await restoreInto(folder, backup, silent);
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      expect(statSync(join(folder, path)), path).toMatchObject(OWNER);
    }
    const copy = join(folderUntil(onTestFinished), "backup");
    ownersLink("/etc/shadow", join(folder, "postgres/base/12345"));
    rmSync(join(folder, "signing-key.pem"));
    ownersLink("/etc/shadow", join(folder, "signing-key.pem"));
    const opened = await openDatabase({ dataFolder: folder, logger: silent });
    const source = {
      dataFolder: folder,
      connection: opened.connection,
      signingKeyFile: join(folder, "signing-key.pem"),
    };
    await expect(backUp(source, copy)).rejects.toThrow(/root does not follow/);
    await opened.close();
    expect(existsSync(join(copy, "postgres/base/12345"))).toBe(false);
  },
  60_000,
);

test.each([
  ["a link", (path: string) => symlinkSync("/etc/hostname", path), "is a link"],
  ["a pipe", (path: string) => void execFileSync("mkfifo", [path]), "is not a file"],
])(
  "%s in the place of a backup's file is refused at once",
  async (_, make, reason) => {
    for (const name of ["postgres/PG_VERSION", "manifest.json"]) {
      const changed = join(folderUntil(onTestFinished), "changed");
      cpSync(backup, changed, { recursive: true });
      rmSync(join(changed, name));
      make(join(changed, name));
      await expect(restoreInto(join(folderUntil(onTestFinished), "restored"), changed, silent)).rejects.toThrow(reason);
    }
  },
  60_000,
);

test("a file that changes after a backup was checked is not restored", async () => {
  const changed = join(folderUntil(onTestFinished), "changed");
  cpSync(backup, changed, { recursive: true });
  const restoring = restoreInto(join(folderUntil(onTestFinished), "restored"), changed, silent, (_, share) => {
    if (share === 0.5) writeFileSync(join(changed, "signing-key.pem"), "of a stranger");
  });
  await expect(restoring).rejects.toThrow("signing-key.pem is not the file that was copied");
}, 60_000);

/** What the owner of a backup's folder may do while root writes into it. */
const ATTACKS_ON_BACKUP: readonly [string, (target: string, ofRoot: string) => void][] = [
  [
    "a link in the place of PostgreSQL's folder",
    (target, ofRoot) => {
      renameSync(join(target, "postgres"), join(target, "moved"));
      ownersLink(ofRoot, join(target, "postgres"));
    },
  ],
  [
    "a link in the place of the key",
    (target, ofRoot) => ownersLink(join(ofRoot, "signing-key.pem"), join(target, "signing-key.pem")),
  ],
];

for (const [name, attack] of ATTACKS_ON_BACKUP) {
  testAsRoot(
    `a backup by root does not leave another user's folder through ${name}`,
    async () => {
      const { folder, ofRoot } = foreignFolder(onTestFinished);
      await restoreInto(folder, backup, silent);
      const target = join(dirname(folder), "backup");
      mkdirSync(target);
      chownSync(target, OWNER.uid, OWNER.gid);
      const opened = await openDatabase({ dataFolder: folder, logger: silent });
      onTestFinished(() => opened.close());
      const source = {
        dataFolder: folder,
        connection: opened.connection,
        signingKeyFile: join(folder, "signing-key.pem"),
      };
      let isDone = false;
      const copying = backUp(source, target, () => {
        if (!isDone) attack(target, ofRoot);
        isDone = true;
      });
      await expect(copying).rejects.toThrow(/EEXIST|root does not follow/);
      expect(readdirSync(ofRoot)).toEqual(["secret"]);
    },
    60_000,
  );
}

testAsRoot(
  "a backup by root belongs to the owner of its folder, who must own the data too",
  async () => {
    const { folder } = foreignFolder(onTestFinished);
    const source = { dataFolder, connection: database.connection, signingKeyFile: join(dataFolder, "signing-key.pem") };
    await expect(backUp(source, join(folder, "backup"))).rejects.toThrow("belongs to another user (65534)");
    await restoreInto(join(folder, "data"), backup, silent);
    const opened = await openDatabase({ dataFolder: join(folder, "data"), logger: silent });
    onTestFinished(() => opened.close());
    const own = { ...source, dataFolder: join(folder, "data"), connection: opened.connection };
    await backUp(own, join(folder, "own"));
    for (const path of readdirSync(join(folder, "own"), { recursive: true, encoding: "utf8" })) {
      expect(statSync(join(folder, "own", path)), path).toMatchObject(OWNER);
    }
  },
  60_000,
);

test("an operator's folder with the name of the restore's workshop is left as it is", async () => {
  const folder = folderUntil(onTestFinished);
  mkdirSync(join(folder, "restoring"));
  writeFileSync(join(folder, "restoring", "notes"), "");
  await expect(restoreInto(folder, backup, silent)).rejects.toThrow("is not empty");
  expect(existsSync(join(folder, "restoring", "notes"))).toBe(true);
});

test("a backup whose log EventStoreDB keeps is restored as it is", async () => {
  const [source, copy] = [folderUntil(afterAll), join(folderUntil(afterAll), "backup")];
  const system = await openDatabase({ dataFolder: source, logger: silent });
  await (await openAccounts(system)).add({ name: "bo", provider: "fmi", roles: [] }, "a long password");
  await backUp({ dataFolder: source, connection: system.connection, signingKeyFile: join(source, "none") }, copy);
  await system.close();
  const restored = join(folderUntil(afterAll), "restored");
  await restoreInto(restored, copy, silent);
  const opened = await openDatabase({ dataFolder: restored, logger: silent });
  try {
    expect((await (await openAccounts(opened)).all()).map(({ name }) => name)).toEqual(["bo"]);
  } finally {
    await opened.close();
  }
}, 60_000);

test("the replication slot of a backup does not stay", async () => {
  expect(await database.query("select slot_name from pg_replication_slots")).toEqual([]);
});

test("a folder that is not empty is left as it is", async () => {
  await expect(restoreInto(dataFolder, backup, silent)).rejects.toThrow(BadFile);
});

test("a backup does not go into the folder that it copies", async () => {
  const parts = { dataFolder, connection: database.connection, signingKeyFile: join(dataFolder, "signing-key.pem") };
  const inside = join(dataFolder, "postgres", "backup");
  await expect(backUp(parts, inside)).rejects.toThrow(BadFile);
  expect(existsSync(inside)).toBe(false);
});

test("a backup is refused when one of its files or its manifest is changed or missing", async () => {
  const target = join(folderUntil(afterAll), "never");
  const file = join(backup, "postgres/PG_VERSION");
  const content = readFileSync(file);
  writeFileSync(file, "16\n");
  await expect(restoreInto(target, backup, silent)).rejects.toThrow("postgres/PG_VERSION is not the file");
  rmSync(file);
  await expect(restoreInto(target, backup, silent)).rejects.toThrow("postgres/PG_VERSION is missing");
  writeFileSync(file, content);
  rmSync(join(backup, "manifest.json"));
  await expect(restoreInto(target, backup, silent)).rejects.toThrow("no manifest.json");
});
