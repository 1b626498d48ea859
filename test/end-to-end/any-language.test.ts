import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isEmbedded } from "./engines.ts";
import { oneProcess, PASSWORD, type System } from "./system.ts";

const script = fileURLToPath(new URL("any_language.py", import.meta.url));
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) process.stderr.write("skipped: the client in Python, since there is no python3 on the PATH\n");

/** On other engines, 10,000 records take most of a minute. */
const RECORDS = isEmbedded() ? 10_000 : 2_000;

let system: System;
beforeAll(async () => {
  system = await oneProcess.start();
}, 120_000);
afterAll(() => system.close());

test.skipIf(!hasPython)(
  "a client without any of our code adds records, pages through them, deletes some, and reads its own writes",
  async () => {
    const base = system.urlOf("/").replace(/\/$/, "");
    const accounts = ["provider", PASSWORD, String(RECORDS), "other", PASSWORD];
    const { stdout } = await promisify(execFile)("python3", [script, base, ...accounts]);
    expect(JSON.parse(stdout)).toEqual({
      found: RECORDS,
      different: RECORDS,
      total: RECORDS,
      own_write: 200,
      deleted: 204,
      gone: 404,
      partly: {
        status: 206,
        deleted: ["https://doi.org/10.99999/ANY-000010"],
        notAllowedToDelete: [`https://doi.org/10.99999/ANY-${String(RECORDS + 1).padStart(6, "0")}`],
      },
    });
  },
  180_000,
);
