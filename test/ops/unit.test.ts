import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import packageFile from "../../package.json" with { type: "json" };

const unit = readFileSync("ops/airlog.service", "utf8");

test("the systemd unit runs the program of npm start", () => {
  expect(packageFile.scripts.start).toBe("exec cli/airlog start");
  expect(unit).toContain("\nExecStart=/opt/airlog/cli/airlog start\n");
});

test("the systemd unit has a journal of its own, and the documentation names it", () => {
  expect(unit).toMatch(/^LogNamespace=airlog$/m);
  const readers = `${unit}${readFileSync("docs/operations.md", "utf8")}`.match(/journalctl .*-u airlog/g) ?? [];
  expect(readers.length).toBeGreaterThan(1);
  for (const command of readers) expect(command).toBe("journalctl --namespace=airlog -u airlog");
});

test("the systemd unit waits longer than a stop may take", () => {
  const source = readFileSync("platform/lifecycle/stopping.ts", "utf8");
  const cutOffMs = Number(/STOP_TIMEOUT_MS = ([\d_]+)/.exec(source)?.[1]?.replaceAll("_", ""));
  const timeoutMs = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1000;
  expect(timeoutMs).toBeGreaterThan(cutOffMs);
});
