import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { logSoak } from "./soak-log.ts";

/**
 * Prints one line for each failure and the closing line `N passed, N failed, N skipped`. A file that can't be loaded and
 * an error outside of tests count as failures. `SOAK_LOG` names the file to which long runs append a row.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string }[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const failures = unhandled.map(({ message }) => `outside of tests: ${message}`);
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId);
      failures.push(...module.errors().map(({ message }) => `${file}: ${message}`));
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        if (state !== "failed") count[state] += 1;
        else failures.push(`${file} > ${test.fullName}: ${errors.map(({ message }) => message).join("; ")}`);
      }
    }
    console.log();
    for (const failure of failures) console.log(`failed: ${failure.replaceAll(/\s+/g, " ").slice(0, 1000)}`);
    count.failed = failures.length;
    const closing = `${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`;
    console.log(closing);
    if (process.env["SOAK_LOG"]) logSoak(process.env["SOAK_LOG"], modules, closing);
  }
}
