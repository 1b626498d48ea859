import { isDeepStrictEqual } from "node:util";
import { Argument, InvalidArgumentError } from "@commander-js/extra-typings";
import { VIEWS, type ViewName } from "../contracts/views.ts";
import { requireOffset } from "../platform/lifecycle/network.ts";
import { dropBuild, dropRemains } from "../platform/views/drop.ts";
import { isReplaced, type ListedBuild, listBuilds } from "../platform/views/listing.ts";
import { registeredBuilds } from "../platform/views/registry.ts";
import type { BuildId } from "../platform/views/schema.ts";
import { dropFollower } from "../services/projector/follower.ts";
import { sqlViews } from "../services/projector/service.ts";
import { ComparisonGivenUp, dropKilledComparisons, verifyView } from "../services/projector/verify.ts";
import type { SqlView } from "../services/projector/view.ts";
import { CommandFailed, type Declare, runCommand, untilStopped } from "./command.ts";
import { comparisonLines } from "./comparison-lines.ts";
import { counted } from "./counted.ts";
import { type Engines, withEngines } from "./engines.ts";

const NAMES = Object.values(VIEWS).map(({ name }) => name);

const DESCRIPTION = `Lists the builds of the views, drops builds that no running process reads, or verifies a \
build. Works while the system runs and while it is stopped.`;

const VERIFY = `Builds the view aside from the log, compares it with the newest complete build row by row, and \
names the rows that differ (exit code 1). "airlog replay VIEW --again" repairs them. It fails if the log \
is written faster than it can follow.`;

const COLUMNS = ["view", "build", "state", "log", "rows", "size", "position"].join("\t");

export const declare: Declare = (command) => {
  command.description(DESCRIPTION);
  command
    .command("list", { isDefault: true })
    .description("list the builds")
    .option("--json", 'print [{"view","version","generation","state","position","share","rows","bytes"}]')
    .action(({ json = false }) => runCommand(() => withEngines((engines) => list(engines, json))));
  command
    .command("drop")
    .description("drop a build that no running process reads")
    .argument("[VIEW]", "the view")
    .argument("[BUILD]", "its version and the number of the build, as the list shows them: 1.2", buildNumbers)
    .option("--old", "every build that a newer one has replaced; not builds of a later version than this code's")
    .action((name, numbers, { old = false }, self) => {
      if (old && name === undefined) return runCommand(() => withEngines(dropOld));
      if (old || name === undefined || numbers === undefined) {
        return self.error("error: drop needs a view and a build, such as catalogue 1.2, or --old");
      }
      return runCommand(() => withEngines((engines) => drop({ name, ...numbers }, engines)));
    });
  command
    .command("verify")
    .description(VERIFY)
    .summary("compare a build with the log")
    .addArgument(new Argument("<VIEW>", "the view").choices(NAMES))
    .action((view) => runCommand(() => withEngines((engines) => verify(view, engines))));
};

function buildNumbers(text: string): Pick<BuildId, "version" | "generation"> {
  const [, version, generation] = /^(\d{1,9})\.(\d{1,9})$/.exec(text) ?? [];
  if (version === undefined || generation === undefined) throw new InvalidArgumentError("It looks like 1.2.");
  return { version: Number(version), generation: Number(generation) };
}

async function list({ database, eventStore }: Engines, isJson: boolean): Promise<boolean> {
  const builds = await listBuilds(database, await eventStore.head(), Object.values(VIEWS));
  const text = isJson ? JSON.stringify(builds) : [COLUMNS, ...builds.map(line)].join("\n");
  process.stdout.write(`${text}\n`);
  return true;
}

async function dropOld(engines: Engines): Promise<boolean> {
  const { database } = engines;
  await dropKilledComparisons(database, viewsOf(engines));
  const builds = await registeredBuilds(database);
  const old = builds.filter((build) => isReplaced(build, builds, Object.values(VIEWS)));
  if (old.length === 0) process.stderr.write("No build is old.\n");
  let isDone = true;
  for (const build of old) isDone = (await drop(idOf(build), engines)) && isDone;
  await dropRemains(database, Object.values(VIEWS), dropFollower(viewsOf(engines), engines));
  return isDone;
}

async function drop(build: BuildId, engines: Engines): Promise<boolean> {
  const named = `${build.name} ${build.version}.${build.generation}`;
  const dropped = await dropBuild(engines.database, build, dropFollower(viewsOf(engines), engines));
  if (dropped) {
    process.stderr.write(`${named} is dropped.\n`);
    return true;
  }
  const isThere = (await registeredBuilds(engines.database)).some((each) => isDeepStrictEqual(idOf(each), build));
  process.stderr.write(isThere ? `${named} is read by a running process.\n` : `There is no ${named}.\n`);
  return false;
}

function viewsOf({ config }: Engines): readonly SqlView[] {
  return Object.values(sqlViews(config.utcOffset));
}

function idOf({ name, version, generation }: BuildId): BuildId {
  return { name, version, generation };
}

async function verify(view: ViewName, { config, database, eventStore }: Engines): Promise<boolean> {
  await requireOffset(database, config.utcOffset);
  const { end, ...lines } = comparisonLines();
  const declared = sqlViews(config.utcOffset)[view];
  const parts = { database, eventStore, signal: untilStopped(), ...lines };
  const verified = await verifyView(view, declared, parts).catch((error: unknown) => {
    throw error instanceof ComparisonGivenUp ? new CommandFailed(error.message, { cause: error }) : error;
  });
  if (!verified) throw new CommandFailed(`${view} has no complete build of version ${declared.version}.`);
  end();
  const { generation, count, rows } = verified;
  for (const { table, key, state } of rows) process.stdout.write(`${table}\t${JSON.stringify(key)}\t${state}\n`);
  const named = `${view} ${declared.version}.${generation}`;
  process.stderr.write(
    count === 0
      ? `${named} matches the log.\n`
      : `${named} has ${counted(count, "row")} that ${count === 1 ? "differs" : "differ"}.\n`,
  );
  return count === 0;
}

function line({ view, version, generation, state, share, rows, bytes, position }: ListedBuild): string {
  const size = `${counted(rows, "row")}\t${(bytes / 1024 ** 2).toFixed(1)} MiB`;
  return `${view}\t${version}.${generation}\t${state}\t${(100 * share).toFixed(1)} %\t${size}\t${position}`;
}
