import { execFileSync, spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { descriptorLimit, scarceDescriptors } from "./descriptors.ts";

test("the limit is that of the process", () => {
  const limit = execFileSync("sh", ["-c", "ulimit -Hn"], { encoding: "utf8" }).trim();
  expect(String(descriptorLimit() ?? "unlimited")).toBe(limit);
});

test("the operator is warned of a limit that connections may use up", () => {
  expect(scarceDescriptors(1_023)).toMatch(/^only 1023 files may be open at a time: raise the limit to 1024/);
  expect(scarceDescriptors(1_024)).toBeUndefined();
  expect(scarceDescriptors(undefined)).toBe(scarceDescriptors(descriptorLimit()));
});

test.each([
  ["the service", "dist/cli/main.js start", 32],
  ["one of its services", "dist/services/query/main.js", 200],
  ["the demonstration", "dist/cli/main.js demo", 64],
  ["a command", "dist/cli/main.js account list", 511],
])("%s says in one line that it may open too few files", (_, program, limit) => {
  const words = `ulimit -n ${limit}; exec ${process.execPath} ${program}`;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", words], { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(new RegExp(`^Only ${limit} files may be open at a time, and airlog needs 512: [^\\n]+\\n$`));
});
