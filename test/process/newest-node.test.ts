import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { folderUntil } from "../folder.ts";
import { SpawnedService } from "../spawned-service.ts";
import { filledAnswers } from "../views/content.ts";

/** The newest Node with long-term support: the even major version that became it in October. */
const NEWEST = 26;
const PASSWORD = "a password of the test";

/** The program in the package that npm has for this machine, or the reason why it has none. */
async function fetchNode(folder: string): Promise<{ program: string; missing?: string }> {
  const name = `node-${process.platform}-${process.arch}`;
  const words = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", `${name}@${NEWEST}`];
  const program = join(folder, "node_modules", name, "bin", "node");
  return promisify(execFile)("npm", words).then(
    () => ({ program }),
    ({ message }: Error) => ({ program, missing: message }),
  );
}

async function answersOf(node: string, dataFolder: string): Promise<Record<string, string>> {
  const environment = { PORT: "0", AIRLOG_DATA: dataFolder, AIRLOG_ADMIN_PASSWORD: PASSWORD, AIRLOG_RATE_LIMIT: "off" };
  const service = await SpawnedService.run(["dist/cli/main.js", "start"], environment, node);
  try {
    await service.ready();
    return await filledAnswers(service.url, PASSWORD);
  } finally {
    await service.stop();
  }
}

/** The answers without the times of writes, which differ in each run. */
function withoutTimes(answers: Readonly<Record<string, string>>): Record<string, string> {
  const texts = Object.entries(answers).map(([read, text]) => [read, text.replaceAll(/"time":"[^"]*"/g, "")]);
  return Object.fromEntries(texts);
}

const folder = folderUntil(afterAll);
const { program, missing } = await fetchNode(folder);

describe.skipIf(missing !== undefined)(`Node ${NEWEST}${missing === undefined ? "" : ` (missing: ${missing})`}`, () => {
  test("runs the system, which answers as on this Node", { timeout: 180_000 }, async () => {
    const version = await promisify(execFile)(program, ["--version"]);
    expect(version.stdout).toContain(`v${NEWEST}.`);
    const theirs = await answersOf(program, join(folder, "theirs"));
    const ours = await answersOf(process.execPath, join(folder, "ours"));
    expect(withoutTimes(theirs)).toEqual(withoutTimes(ours));
  });
});
