import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { folderUntil } from "../../test/folder.ts";
import { CommandTarget } from "./command-target.ts";

const PROGRESS = { restarts: 0, hasRemains: false };
const LINE = Buffer.from('{"specversion":"1.0"}');
const change = { kind: "station", isDeleted: true, subject: "1", position: "", line: LINE, data: undefined };

beforeEach(() => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("a command that does not end after a signal is ended with what it has started, and its work is not done", async () => {
  const folder = folderUntil(onTestFinished);
  const started = join(folder, "started");
  const target = new CommandTarget(`echo $$ >${started}.part; mv ${started}.part ${started}; sleep 60; true`, {
    stopTimeoutMs: 50,
  });
  const stopping = new AbortController();
  const applied = target.apply([change], PROGRESS, stopping.signal).then(
    () => "done",
    (error: unknown) => error,
  );
  await vi.waitUntil(() => existsSync(started), 10_000);
  const reason = new Error("stopped");
  stopping.abort(reason);
  expect(await applied).toBe(reason);
  const group = Number(readFileSync(started, "utf8"));
  await vi.waitUntil(() => !isAlive(group), 10_000);
});

/** Whether a process of the group is there. */
function isAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

test("a command that fails is run again with the same changes, after a while that grows", async () => {
  const folder = folderUntil(onTestFinished);
  const got = join(folder, "got");
  const command = `cat >>${got}; test $(wc -l <${got}) -ge 6`;
  const target = new CommandTarget(command, { delays: { firstMs: 20, maxMs: 40 } });
  const begun = performance.now();
  await target.apply([change, change], PROGRESS, new AbortController().signal);
  expect(performance.now() - begun).toBeGreaterThan(55);
  expect(readFileSync(got, "utf8")).toBe(`${LINE}\n`.repeat(6));
});
