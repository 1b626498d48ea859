import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { folderUntil } from "../../../test/folder.ts";
import { isAlive, processIdentity } from "../../process-identity.ts";
import { claim, living, mark } from "./claims.ts";
import { claimServices, FolderServed } from "./served-folder.ts";

let folder: string;
beforeEach(() => {
  folder = folderUntil(onTestFinished, "airlog claims ");
});

const identityOf = (pid: number): string => processIdentity(pid) ?? expect.unreachable();

/** Identity of a process that has ended. */
async function deadIdentity(): Promise<string> {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await once(child, "spawn");
  const identity = identityOf(child.pid ?? expect.unreachable());
  child.kill("SIGKILL");
  await once(child, "exit");
  return identity;
}

test("a process is identified by more than its id", async () => {
  const own = identityOf(process.pid);
  expect(isAlive(own)).toBe(true);
  expect(isAlive(await deadIdentity())).toBe(false);
  // The same id, started at another time.
  expect(isAlive(own.replace(/-\d+-/, "-1-"))).toBe(false);
});

test("of many concurrent claims of a role, one is held at a time, and each gets its turn", async () => {
  let holders = 0;
  let turns = 0;
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      const turn = await claim(folder, "starter", 30_000);
      if (!turn.held) throw new Error("no turn");
      holders += 1;
      expect(holders).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 2));
      holders -= 1;
      turns += 1;
      turn.release();
    }),
  );
  expect(turns).toBe(12);
});

test("a role that is held is refused with the holder's process id", async () => {
  const first = await claim(folder, "starter", 0);
  expect(await claim(folder, "starter", 50)).toEqual({ held: false, pid: process.pid });
  if (first.held) first.release();
  expect(await claim(folder, "starter", 50)).toMatchObject({ held: true });
});

test("marks of dead processes are ignored and removed", async () => {
  const own = mark(folder, "user");
  const dead = `user.${await deadIdentity()}.1`;
  writeFileSync(join(folder, dead), "");
  writeFileSync(join(folder, `starter.${await deadIdentity()}.1`), "");
  expect(living(folder, "user")).toEqual([own.name]);
  expect(existsSync(join(folder, dead))).toBe(false);
  expect(await claim(folder, "starter", 0)).toMatchObject({ held: true });
});

test("a folder is served once per service, and different services share it", async () => {
  const release = await claimServices(folder, ["query", "command"]);
  await expect(claimServices(folder, ["projector", "command"])).rejects.toThrow(FolderServed);
  await expect(claimServices(folder, ["query"])).rejects.toThrow(new RegExp(`process ${process.pid} runs its query`));
  // The refused claim has released the services that it had.
  const other = await claimServices(folder, ["projector"]);
  release();
  other();
  expect(readdirSync(join(folder, "processes"))).toEqual([]);
});

test("of two processes that start serving at the same moment, exactly one succeeds", async () => {
  const results = await Promise.allSettled([claimServices(folder, ["command"]), claimServices(folder, ["command"])]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
