import { finishUpgrade, type LiveProcess, type UpgradeStatus, upgradeStatus } from "../platform/upgrade/finish.ts";
import { type Declare, runCommand } from "./command.ts";
import { type Engines, withEngines } from "./engines.ts";

const DESCRIPTION = `status lists the running processes, and for each type of event the version that is written, \
the newest that all of them and this release read, and the newest of this release. A new release writes the old \
versions at first, so that the previous release can still be started. finish switches to the newest versions that \
all read: after that, earlier releases can't be started again.`;

export const declare: Declare = (command) => {
  command.description(DESCRIPTION);
  command
    .command("status", { isDefault: true })
    .description("list processes and versions of events")
    .option("--json", 'print {"processes":[{"host","pid","release","services","reads"}],"versions":[…]}')
    .action(({ json = false }) => runCommand(() => withEngines((engines) => showStatus(engines, json))));
  command
    .command("finish")
    .description("write the newest versions that every running process reads")
    .action(() => runCommand(() => withEngines(finish)));
};

async function showStatus({ database }: Engines, isJson: boolean): Promise<boolean> {
  const status = await upgradeStatus(database);
  if (isJson) process.stdout.write(`${JSON.stringify(status)}\n`);
  else printStatus(status);
  return true;
}

async function finish({ database }: Engines): Promise<boolean> {
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
    process.stderr.write(`"npm run upgrade -- finish" switches ${unfinished.join(", ")} to newer versions.\n`);
  }
}

function nameOf({ host, pid }: LiveProcess): string {
  return `${host}:${pid}`;
}
