import { ElasticsearchTarget } from "./elasticsearch-target.ts";
import { EmbeddedTarget } from "./embedded-target.ts";
import { type Outcome, runTest } from "./run.ts";
import type { RestTest } from "./suite.ts";
import type { Target } from "./target.ts";

export interface Judged {
  readonly name: string;
  /** The reason why it did not pass. */
  readonly reason?: string;
}

export interface Report {
  readonly passed: readonly Judged[];
  readonly failed: readonly Judged[];
  /** Tests of features that the embedded engine, or the runner, lacks. */
  readonly unsupported: readonly Judged[];
  /** Tests that the real engine does not pass, mostly because it is of a later version. */
  readonly failedThere: readonly Judged[];
}

/** Runs each test on the Elasticsearch at `url`, and those that it passes on the embedded engine. */
export async function compareTargets(tests: readonly RestTest[], url: string): Promise<Report> {
  const report = {
    passed: [] as Judged[],
    failed: [] as Judged[],
    unsupported: [] as Judged[],
    failedThere: [] as Judged[],
  };
  for (const test of tests) {
    const { name } = test;
    const there = await runOn(new ElasticsearchTarget(url), test);
    if (there.state !== "passed") {
      report.failedThere.push({ name, reason: there.reason });
      continue;
    }
    const here = await runOn(new EmbeddedTarget(), test);
    if (here.state === "passed") report.passed.push({ name });
    else if (here.state === "unsupported" || isUnknownKind(here.reason)) {
      report.unsupported.push({ name, reason: here.reason });
    } else report.failed.push({ name, reason: here.reason });
  }
  return report;
}

async function runOn(target: Target, test: RestTest): Promise<Outcome> {
  try {
    return await runTest(test, target);
  } finally {
    await target.close();
  }
}

/**
 * The engine does not know this query, this aggregation, this member of a body, or this other algorithm of an aggregation.
 */
const isUnknownKind = (reason: string): boolean =>
  /unknown query \[|Unknown aggregation type \[|Unknown key for a \w+ in \[|\[percentiles\] unknown field \[hdr\]/.test(
    reason.replaceAll("\\", ""),
  );
