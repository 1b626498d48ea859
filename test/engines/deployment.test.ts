import { afterAll, expect, test } from "vitest";
import { deploy } from "../deployment/deployment.ts";
import { expectNoFailure } from "../deployment/load-report.ts";
import { deployOnOneProcess } from "../deployment/one-process.ts";
import { folderUntil } from "../folder.ts";
import { crowdedMs } from "../live-probe.ts";
import { databaseUntil } from "../postgres.ts";

/** Longest restart on existing data. */
const MAX_OUTAGE_MS = 10_000;

const database = await databaseUntil(afterAll);

test("a release is deployed under load, taken back and deployed again, and no client notices", async () => {
  const report = await deploy({
    databaseUrl: database.connection.connectionString ?? "",
    ...{ folder: folderUntil(afterAll), releaseFolder: folderUntil(afterAll) },
    ...{ records: 2_000, pauseMs: 3_000, log: (line) => process.stderr.write(`${line}\n`) },
  });
  expectNoFailure(report);
  expect(report.reads).toBeGreaterThan(500);
  expect(report.writes).toBeGreaterThan(200);
}, 600_000);

test("on one process, requests are refused for seconds while it is restarted, and no answer is wrong", async () => {
  const report = await deployOnOneProcess({
    ...{ folder: folderUntil(afterAll), releaseFolder: folderUntil(afterAll) },
    ...{ records: 2_000, pauseMs: 3_000, log: (line) => process.stderr.write(`${line}\n`) },
  });
  expectNoFailure(report);
  expect(report.refused.get("ECONNREFUSED")).toBeGreaterThan(0);
  expect(report.longestOutageMs).toBeLessThan(crowdedMs(MAX_OUTAGE_MS));
  expect(report.reads).toBeGreaterThan(500);
  expect(report.writes).toBeGreaterThan(200);
}, 600_000);
