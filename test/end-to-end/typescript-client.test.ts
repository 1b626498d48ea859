import { execFile } from "node:child_process";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderUntil } from "../folder.ts";
import { oneProcess, PASSWORD, type System } from "./system.ts";

const CLIENT = resolve("clients/typescript");
const run = promisify(execFile);
const folder = folderUntil(afterAll);

let system: System;
beforeAll(async () => {
  system = await oneProcess.start();
}, 60_000);
afterAll(() => system.close());

test("the client is built, and the examples of its page run against the system", async () => {
  const modules = join(folder, "node_modules");
  const installed = join(modules, "airlog-client");
  await mkdir(installed, { recursive: true });
  await run("node_modules/.bin/tsc", ["-p", CLIENT, "--outDir", join(installed, "dist")]);
  await cp(join(CLIENT, "package.json"), join(installed, "package.json"));
  for (const name of ["openapi-fetch", "openapi-typescript-helpers", "@types"]) {
    await symlink(resolve("node_modules", name), join(modules, name));
  }
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const page = await readFile(join(CLIENT, "README.md"), "utf8");
  const examples = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  expect(examples).toHaveLength(5);
  const base = system.urlOf("/").replace(/\/$/, "");
  const program = join(folder, "examples.ts");
  await writeFile(program, examples.join("\n").replace("http://localhost:8080", base));
  const options = [
    "--ignoreConfig",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "--lib",
    "es2022,dom",
    "--types",
    "node",
  ];
  await run(resolve("node_modules/.bin/tsc"), [...options, program], { cwd: folder });
  const env = { ...process.env, AIRLOG_USER: "registrar", AIRLOG_PASSWORD: PASSWORD };
  const { stdout } = await run(process.execPath, [join(folder, "examples.js")], { env });
  const [unknown, missing, ...others] = stdout.trimEnd().split("\n");
  expect([unknown, missing]).toEqual(["facility-unknown", "404"]);
  expect(others.join("\n")).toContain("hits: {");
  expect(others.join("\n")).toContain("id,zone,municipality");
  expect(others.at(-1)).toMatch(/^\w+\.[\da-f]+$/);
  expect((await system.reader.get("/api/facilities/56kt")).json()).toEqual({ identifier: "56kt", name: "Jülich" });
});
