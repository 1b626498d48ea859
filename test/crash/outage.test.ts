import { execFileSync } from "node:child_process";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { mkdtemp, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { seeded } from "../../cli/demo/random.ts";
import { joinEmbeddedServer } from "../../platform/database/embedded/server.ts";
import { freshDatabase, silent } from "../postgres.ts";
import { Client, Promised } from "./client.ts";
import { inspect, Replay } from "./inspection.ts";
import { System } from "./system.ts";

const patience = 60_000;

/** Clients that write to the system, and what it promises them. */
async function load(system: System): Promise<{ clients: readonly Client[]; promised: Promised }> {
  const promised = new Promised();
  const names = ["ada", "bo"];
  const clients = names.map((name, index) => new Client(system, promised, seeded(index), name, names));
  for (const client of clients) await client.register();
  for (const client of clients) client.begin();
  return { clients, promised };
}

async function expectIntact(system: System, promised: Promised): Promise<void> {
  const fresh = await freshDatabase();
  const replay = await Replay.open(fresh);
  onTestFinished(async () => {
    await replay.close();
    await fresh.drop();
  });
  await inspect(system, promised, replay);
}

test("a database that is stopped and started under load costs some answers of 503, and no restart", async () => {
  const folder = await mkdtemp(join(tmpdir(), "airlog-outage-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let server = await joinEmbeddedServer(folder, silent);
  onTestFinished(() => server.leave());
  const system = await System.create(server.connection.connectionString);
  onTestFinished(() => system.remove());
  await system.start();
  const { clients, promised } = await load(system);

  await sleep(500);
  await server.leave();
  for (const client of clients) await vi.waitFor(() => expect(client.refused).toBeGreaterThan(2), patience);
  const ready = await fetch(`${system.url}/health/ready`);
  expect({ status: ready.status, again: ready.headers.has("Retry-After") }).toEqual({ status: 503, again: true });
  expect((await fetch(`${system.url}/health/live`)).status).toBe(200);
  server = await joinEmbeddedServer(folder, silent);

  for (const client of clients) await client.settle(patience);
  expect(system.running).toBe(true);
  await vi.waitFor(async () => expect((await fetch(`${system.url}/health/ready`)).status).toBe(200), patience);
  await expectIntact(system, promised);
}, 180_000);

test("a full disk costs answers of 503 and no data, and writing goes on when there is room again", async (context) => {
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
  for (const client of clients) await vi.waitFor(() => expect(client.refused).toBeGreaterThan(2), patience);
  expect(system.errors).toMatch(/space/i);
  await rm(filler);

  for (const client of clients) await client.settle(patience);
  expect(system.running).toBe(true);
  await expectIntact(system, promised);
}, 180_000);

/** A folder on a disk of its own; undefined where that is not permitted. */
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

/** Takes all room that is left. */
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
