import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXPECTED_FAILURES } from "../rest-api/expected-failures.ts";
import { compareTargets } from "../rest-api/report.ts";
import { readTests } from "../rest-api/suite.ts";
import { describeWithEngine } from "./engine.ts";

const PACKAGE = "org.elasticsearch:rest-api-spec:7.10.2:jar";
const FOLDERS = ["search", "search.aggregation", "search.highlight", "search.inner_hits", "suggest"];
/** Share of the tests that Elasticsearch 8.19 passes and that need only supported features. */
const MIN_PASSED = 0.97;

/** Elasticsearch's own tests of searches, from the Java package registry (Apache-2.0), on both engines. */
describeWithEngine("elasticsearch", "the official tests of searches", (url) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "airlog-rest-api-"));
    const goal = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:unpack";
    const parameters = ["-q", "-B", goal, `-DoutputDirectory=${folder}`, `-Dartifact=${PACKAGE}`];
    await promisify(execFile)("mvn", parameters, { cwd: folder });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("the embedded engine passes the tests that Elasticsearch passes", { timeout: 600_000 }, async () => {
    const root = join(folder, "rest-api-spec/test");
    expect(existsSync(root)).toBe(true);
    const { passed, failed, unsupported, failedThere } = await compareTargets(readTests(root, FOLDERS), url);
    process.stdout.write(
      `official tests: ${passed.length} passed, ${failed.length} failed, ${unsupported.length} need what is not supported, ` +
        `${failedThere.length} are not passed by Elasticsearch 8.19\n`,
    );
    expect(failed.filter(({ name }) => !(name in EXPECTED_FAILURES))).toEqual([]);
    // An entry whose test passes, or is not compared, is out of date.
    const names = new Set(failed.map(({ name }) => name));
    expect(Object.keys(EXPECTED_FAILURES).filter((name) => !names.has(name))).toEqual([]);
    expect(passed.length).toBeGreaterThanOrEqual(MIN_PASSED * (passed.length + failed.length));
  });
});
