import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const usualPath = process.env["PATH"];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "airlog-setup-"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** What the setup provides for an engine without a Docker image, with this PATH. */
async function foundOn(path: string, enginesBy = ""): Promise<unknown> {
  vi.stubEnv("PATH", path);
  vi.stubEnv("ENGINES_BY", enginesBy);
  vi.stubEnv("KAFKA_SECURED_URL", "");
  vi.stubEnv("ENGINES_HOME", join(folder, "engines"));
  const { setup } = await import("./setup.ts");
  const provide = vi.fn();
  const globTestFiles = async () => ({ testFiles: ["test/engines/kafka-secured.test.ts"], typecheckTestFiles: [] });
  const stop = await setup({ globTestFiles, provide });
  await stop();
  return provide.mock.calls[0]?.[1]["kafka-secured"];
}

test("an engine is missing where its tools are not on the PATH", async () => {
  expect(await foundOn(folder)).toEqual({
    missing: expect.stringMatching(/^KAFKA_SECURED_URL is not set; no image .*; mvn, java, .* not found on the PATH$/),
  });
});

test("an engine is missing where none may be started", async () => {
  expect(await foundOn(folder, "none")).toEqual({ missing: "KAFKA_SECURED_URL is not set" });
});

test("Maven is asked before Docker where ENGINES_BY says so", async () => {
  expect(await foundOn(folder, "maven")).toEqual({
    missing: expect.stringMatching(/^KAFKA_SECURED_URL is not set; mvn, java, .* not found on the PATH; no image /),
  });
});

test("an engine whose start fails is a failure with the end of the output", async () => {
  const programs = join(folder, "programs");
  await mkdir(programs);
  for (const name of ["mvn", "java", "javac", "keytool", "curl"]) {
    await writeFile(join(programs, name), "#!/bin/sh\necho the repository is gone >&2\nexit 1\n");
    await chmod(join(programs, name), 0o755);
  }
  expect(await foundOn(`${programs}:${usualPath}`)).toEqual({
    failure: expect.stringMatching(/the repository is gone$/),
  });
});
