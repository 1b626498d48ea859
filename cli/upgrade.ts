import { parseArgs } from "node:util";
import { finishUpgrade, type LiveProcess, type UpgradeStatus, upgradeStatus } from "../platform/upgrade/finish.ts";
import { runCommand, WrongUse } from "./command.ts";
import { type Engines, withEngines } from "./engines.ts";

const USAGE = `usage: npm run upgrade -- [status]
       npm run upgrade -- finish

status lists the running processes, and for each type of event the version that is written, the newest that all of them and
this release read, and the newest of this release. A new release writes the old versions at first, so that the one before
can still be started. finish lets it write the newest that all read: after that, earlier releases can't be started again.

Exit: 0 done, 1 failed or a running process does not read the newest versions, 2 wrong use.
`;

type Request = "status" | "finish";

process.exitCode = await runCommand(USAGE, readRequest, (request) =>
  withEngines((engines) => carryOut(request, engines)),
);

function readRequest(argv: readonly string[]): Request | undefined {
  const options = { help: { type: "boolean", short: "h" } } as const;
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  if (values.help) return undefined;
  const [request = "status", ...more] = positionals;
  if (more.length > 0 || (request !== "status" && request !== "finish")) {
    throw new WrongUse(`${positionals.join(" ")} is not understood`);
  }
  return request;
}

async function carryOut(request: Request, { database }: Engines): Promise<boolean> {
  if (request === "status") {
    printStatus(await upgradeStatus(database));
    return true;
  }
  const { versions, processes } = await finishUpgrade(database);
  for (const { type, written, readable } of versions) {
    if (readable > written) process.stdout.write(`${type} is written in version ${readable} from now on.\n`);
  }
  const waiting = versions.filter(({ readable, newest }) => readable < newest);
  for (const { type, newest } of waiting) {
    const behind = processes.filter(({ reads }) => (reads[type] ?? newest) < newest).map(nameOf);
    process.stderr.write(`Version ${newest} of ${type} is not read by ${behind.join(", ")}: replace it first.\n`);
  }
  if (waiting.length === 0) process.stdout.write("The newest version of every event is written.\n");
  return waiting.length === 0;
}

function printStatus({ processes, versions }: UpgradeStatus): void {
  const lines = [
    ["process", "release", "services"],
    ...processes.map((each) => [nameOf(each), each.release, each.services.join(",")]),
    [],
    ["event", "written", "read by all", "newest"],
    ...versions.map(({ type, written, readable, newest }) => [type, written, readable, newest]),
  ];
  process.stdout.write(lines.map((line) => `${line.join("\t")}\n`).join(""));
  const unfinished = versions.filter(({ written, readable }) => written < readable).map(({ type }) => type);
  if (unfinished.length > 0) {
    process.stderr.write(`"npm run upgrade -- finish" lets newer versions be written of ${unfinished.join(", ")}.\n`);
  }
}

function nameOf({ host, pid }: LiveProcess): string {
  return `${host}:${pid}`;
}
