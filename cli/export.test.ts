import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { runCompiled } from "../test/compiled-command.ts";
import { folderUntil } from "../test/folder.ts";
import { databaseUntil } from "../test/postgres.ts";

const database = await databaseUntil(afterAll);
const folder = folderUntil(afterAll);
const run = (...words: string[]) =>
  runCompiled("export", words, { DATABASE_URL: database.connection.connectionString });

test("an export replaces no file unless it is forced to", async () => {
  const file = join(folder, "log.ndjson.gz");
  writeFileSync(file, "precious");
  const refused = await run(file);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.words).toContain(`${file} is there already: name another file, or replace it with --force.\n`);
  expect(readFileSync(file, "utf8")).toBe("precious");
  expect(await run("--force", file)).toMatchObject({ code: 0, out: "" });
  const [last] = gunzipSync(readFileSync(file)).toString().trimEnd().split("\n").slice(-1);
  expect(JSON.parse(last ?? "")).toMatchObject({ sha256: expect.any(String) });
  expect(readdirSync(folder)).toEqual(["log.ndjson.gz"]);
});

test("an export that a signal ends leaves no partial file", () => {
  const module = fileURLToPath(new URL("../dist/cli/new-file.js", import.meta.url));
  const file = join(folder, "cut-off");
  const program = `
    import { readdirSync } from "node:fs";
    import { writeNewFile } from ${JSON.stringify(module)};
    await writeNewFile(process.argv[1], false, async (target) => {
      await new Promise((resolve) => target.write("half", resolve));
      console.log(readdirSync(${JSON.stringify(folder)}).filter((name) => name.startsWith("cut-off")).length);
      process.exit(130);
    });`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program, file]);
  expect({ status, out: stdout.toString() }).toEqual({ status: 130, out: "1\n" });
  expect(readdirSync(folder).filter((name) => name.startsWith("cut-off"))).toEqual([]);
});
