import { isDeepStrictEqual, parseArgs } from "node:util";
import { VIEWS, type ViewName } from "../contracts/views.ts";
import { requireOffset } from "../platform/lifecycle/network.ts";
import { dropCatalogueIndex } from "../platform/search/open.ts";
import { dropBuild, dropRemains } from "../platform/views/drop.ts";
import { isReplaced, type ListedBuild, listBuilds } from "../platform/views/listing.ts";
import { registeredBuilds } from "../platform/views/registry.ts";
import type { BuildId } from "../platform/views/schema.ts";
import { sqlViews } from "../services/projector/service.ts";
import { ComparisonGivenUp, dropKilledComparisons, verifyView } from "../services/projector/verify.ts";
import { CommandFailed, runCommand, untilStopped, WrongUse } from "./command.ts";
import { comparisonLines } from "./comparison-lines.ts";
import { counted } from "./counted.ts";
import { type Engines, withEngines } from "./engines.ts";

const USAGE = `usage: npm run views -- [list] [--json]
       npm run views -- drop VIEW BUILD
       npm run views -- drop --old
       npm run views -- verify VIEW

Lists the builds of the views, or drops builds that no running process reads. BUILD is a version and the number of the
build, as the list shows them: 1.2. Works while the system runs and while it is stopped.

  --json   an array of {"view","version","generation","state","position","share","rows","bytes"}
  --old    every build that a newer one has taken the place of; not those of a later version than this code's

verify builds the view aside from the log, compares it with the newest complete build row by row, and names the rows that
differ. "npm run replay -- VIEW --again" puts them right. It fails where the log is written faster than it can follow.

Exit: 0 done, 1 failed, stopped or rows differ, 2 wrong use.
`;

type Request =
  | { readonly action: "list"; readonly isJson: boolean }
  | { readonly action: "drop"; readonly build: BuildId }
  | { readonly action: "drop-old" }
  | { readonly action: "verify"; readonly view: ViewName };

const COLUMNS = ["view", "build", "state", "log", "rows", "size", "position"].join("\t");

process.exitCode = await runCommand(USAGE, readRequest, (request) =>
  withEngines((engines) => carryOut(request, engines)),
);

function readRequest(argv: readonly string[]): Request | undefined {
  const options = {
    json: { type: "boolean" },
    old: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  if (values.help) return undefined;
  const [action = "list", ...operands] = positionals;
  if (action === "list" && operands.length === 0 && !values.old) return { action, isJson: values.json === true };
  if (action === "verify" && !values.old && !values.json) return { action, view: viewNamed(operands) };
  if (action !== "drop" || values.json) throw new WrongUse(`${positionals.join(" ")} is not understood`);
  if (values.old && operands.length === 0) return { action: "drop-old" };
  const [view = "", numbers = "", ...more] = operands;
  const [, version, generation] = /^(\d+)\.(\d+)$/.exec(numbers) ?? [];
  if (values.old || version === undefined || generation === undefined || more.length > 0) {
    throw new WrongUse("drop needs a view and a build, such as catalogue 1.2, or --old");
  }
  return { action, build: { name: view, version: Number(version), generation: Number(generation) } };
}

function viewNamed(operands: readonly string[]): ViewName {
  const [only, ...more] = operands;
  const view = Object.values(VIEWS).find(({ name }) => name === only);
  if (!view || more.length > 0) throw new WrongUse(`verify needs one of ${Object.keys(VIEWS).join(", ")}`);
  return view.name;
}

async function carryOut(request: Request, engines: Engines): Promise<boolean> {
  const { config, database, eventStore } = engines;
  if (request.action === "list") {
    const builds = await listBuilds(database, await eventStore.head(), Object.values(VIEWS));
    const text = request.isJson ? JSON.stringify(builds) : [COLUMNS, ...builds.map(line)].join("\n");
    process.stdout.write(`${text}\n`);
    return true;
  }
  if (request.action === "verify") return verify(request.view, engines);
  if (request.action === "drop") return drop(request.build, engines);
  await dropKilledComparisons(database, Object.values(sqlViews(config.utcOffset)));
  const builds = await registeredBuilds(database);
  const old = builds.filter((build) => isReplaced(build, builds, Object.values(VIEWS)));
  if (old.length === 0) process.stderr.write("No build is old.\n");
  let isDone = true;
  for (const build of old) isDone = (await drop(idOf(build), engines)) && isDone;
  await dropRemains(database, Object.values(VIEWS), dropCatalogueIndex(engines));
  return isDone;
}

async function drop(build: BuildId, engines: Engines): Promise<boolean> {
  const named = `${build.name} ${build.version}.${build.generation}`;
  const dropped = await dropBuild(engines.database, build, dropCatalogueIndex(engines));
  if (dropped) {
    process.stderr.write(`${named} is dropped.\n`);
    return true;
  }
  const isThere = (await registeredBuilds(engines.database)).some((each) => isDeepStrictEqual(idOf(each), build));
  process.stderr.write(isThere ? `${named} is read by a running process.\n` : `There is no ${named}.\n`);
  return false;
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
      ? `${named} is what the log makes of it.\n`
      : `${named} has ${counted(count, "row")} that ${count === 1 ? "differs" : "differ"}.\n`,
  );
  return count === 0;
}

function line({ view, version, generation, state, share, rows, bytes, position }: ListedBuild): string {
  const size = `${counted(rows, "row")}\t${(bytes / 1024 ** 2).toFixed(1)} MiB`;
  return `${view}\t${version}.${generation}\t${state}\t${(100 * share).toFixed(1)} %\t${size}\t${position}`;
}
