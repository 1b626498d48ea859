import { appendFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { deploy } from "../deployment/deployment.ts";
import { expectNoFailure } from "../deployment/load-report.ts";
import { folderUntil } from "../folder.ts";
import { databaseUntil } from "../postgres.ts";

const LOG = "bench/DEPLOYMENT.md";
const database = await databaseUntil(afterAll);

test("a release is deployed under ten minutes of load, taken back and deployed again, and no client notices", async () => {
  const lines = [`\n## ${new Date().toISOString()}\n`];
  const log = (line: string): void => {
    lines.push(`- ${line}`);
    process.stderr.write(`${line}\n`);
  };
  try {
    const report = await deploy({
      databaseUrl: database.connection.connectionString ?? "",
      ...{ folder: folderUntil(afterAll), releaseFolder: folderUntil(afterAll) },
      ...{ records: 100_000, pauseMs: 80_000, log },
    });
    expectNoFailure(report);
    // An idle machine keeps up with the load.
    expect(report.leftOut).toBeLessThan(0.05 * (report.reads + report.writes));
  } finally {
    appendFileSync(LOG, `${lines.join("\n")}\n`);
  }
}, 2_400_000);
