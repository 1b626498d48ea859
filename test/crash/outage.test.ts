import { execFileSync } from "node:child_process";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { mkdtemp, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { joinEmbeddedServer } from "../../platform/database/embedded/server.ts";
import { folderUntil } from "../folder.ts";
import { silent } from "../postgres.ts";
import { Client, Promised } from "./client.ts";
import { inspect, Replay } from "./inspection.ts";
import { System } from "./system.ts";

const TIMEOUT_MS = 60_000;

/** Starts clients that write to the system. */
async function load(system: System): Promise<{ clients: readonly Client[]; promised: Promised }> {
  const promised = new Promised();
  const clients = await Client.registerAll(system, promised, ["ada", "bo"]);
  for (const client of clients) client.begin();
  return { clients, promised };
}

async function expectIntact(system: System, promised: Promised): Promise<void> {
  const replay = await Replay.create();
  onTestFinished(() => replay.close());
  await inspect(system, promised, replay);
}

test("stopping and starting the database under load causes 503 responses and no restart", async () => {
  const folder = folderUntil(onTestFinished);
  let server = await joinEmbeddedServer(folder, silent);
  onTestFinished(() => server.leave());
  const system = await System.create(server.connection.connectionString);
  onTestFinished(() => system.remove());
  await system.start();
  const { clients, promised } = await load(system);

  await sleep(500);
  await server.leave();
  for (const client of clients) await vi.waitFor(() => expect(client.refused).toBeGreaterThan(2), TIMEOUT_MS);
  const ready = await fetch(`${system.url}/health/ready`);
  expect(ready.status).toBe(503);
  expect(ready.headers.has("Retry-After")).toBe(true);
  expect((await fetch(`${system.url}/health/live`)).status).toBe(200);
  server = await joinEmbeddedServer(folder, silent);

  for (const client of clients) await client.settle(TIMEOUT_MS);
  expect(system.running).toBe(true);
  await vi.waitFor(async () => expect((await fetch(`${system.url}/health/ready`)).status).toBe(200), TIMEOUT_MS);
  await expectIntact(system, promised);
}, 180_000);

test("a full disk causes 503 responses and no loss of data, and writing resumes when space is freed", async (context) => {
  const disk = await smallDisk("200m");
  context.skip(disk === undefined, "mounting a small disk needs root");
  if (disk === undefined) return;
  const system = new System(join(disk, "data"));
  onTestFinished(() => system.remove());
  await system.start();
  const { clients, promised } = await load(system);

  await sleep(500);
  const filler = join(disk, "filler");
  fill(filler);
  for (const client of clients) await vi.waitFor(() => expect(client.refused).toBeGreaterThan(2), TIMEOUT_MS);
  expect(system.log).toMatch(/space/i);
  await rm(filler);

  for (const client of clients) await client.settle(TIMEOUT_MS);
  expect(system.running).toBe(true);
  await expectIntact(system, promised);
}, 180_000);

/** A folder on a small file system; undefined where mounting is not permitted. */
async function smallDisk(size: string): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "airlog-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    await rmdir(folder);
    return undefined;
  }
  onTestFinished(async () => {
    execFileSync("umount", [folder]);
    await rmdir(folder);
  });
  return folder;
}

/** Fills the file system. */
function fill(file: string): void {
  const descriptor = openSync(file, "w");
  try {
    for (const piece of [Buffer.alloc(1024 ** 2), Buffer.alloc(4096)]) {
      try {
        for (;;) writeSync(descriptor, piece);
      } catch {
        // Full.
      }
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
