import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { type ChangeKind, EVERY_KIND } from "../contracts/changes.ts";
import { CommandFailed, type Declare, runCommand, untilStopped } from "./command.ts";
import { CommandTarget } from "./follow/command-target.ts";
import { explained } from "./follow/disk-failure.ts";
import { Feed } from "./follow/feed.ts";
import { FolderTarget } from "./follow/folder-target.ts";
import { follow } from "./follow/follow.ts";
import { FILED_KINDS } from "./follow/kinds.ts";
import { claimAlone } from "./follow/only-one.ts";
import { openState } from "./follow/state.ts";

const DESCRIPTION = `Keeps a folder equal to a catalogue, or hands its changes to a command. Reads the feed of changes at \
URL over HTTP, and needs neither an account nor an airlog of its own.

With --to, FOLDER holds a file for each thing that is there now, as JSON: records/<slug>.json, \
facilities/<slug>.json, stations/<id>.json and timeseries/<id>.json. What is deleted goes. Files are \
replaced whole. FOLDER has to be absent or empty at the first call.

With --exec, COMMAND is run by a shell for each page of changes, and reads them from stdin as \
NDJSON: a CloudEvent a line, with its content. It is run again with the same changes until it exits \
with 0, so a change can come more than once.

How far it came is stored after the work is done, and the next call goes on there, whatever ended \
this one. When URL has another log (one that was restored or imported), or its log has lost its end for five \
minutes, all comes again; then files of what that log lacks are removed. With --exec, COMMAND does not learn what it lacks.`;

interface Options {
  readonly to?: string | undefined;
  readonly exec?: string | undefined;
  readonly types?: readonly ChangeKind[] | undefined;
  readonly state?: string | undefined;
  readonly once?: true | undefined;
}

export const declare: Declare = (command) => {
  command
    .description(DESCRIPTION)
    .argument("<URL>", "the address of the catalogue, such as https://data.example.org", address)
    .option("--to <FOLDER>", "the folder to keep equal to the catalogue", named)
    .option("--exec <COMMAND>", "the command that gets the changes; needs --state", named)
    .option("--types <TYPES>", `some of ${EVERY_KIND.join(",")}; with --to, of the first four. All unless given`, kinds)
    .option("--state <FILE>", "where to keep how far it came, instead of in FOLDER/.airlog", named)
    .option("--once", "end when everything has come, instead of waiting for changes")
    .action((url, options, self) => {
      const target = targetOf(options, self);
      return runCommand(() => run(url, options, target));
    });
};

function address(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError("It needs an address such as https://data.example.org.");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new InvalidArgumentError("It is the address alone, without a user, a query or a fragment.");
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

function named(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It is empty.");
  return text;
}

function kinds(text: string): readonly ChangeKind[] {
  const names = text.split(",").map((name) => name.trim());
  return names.map((name) => {
    const kind = EVERY_KIND.find((each) => each === name);
    if (!kind) throw new InvalidArgumentError(`It lists some of ${EVERY_KIND.join(",")}.`);
    return kind;
  });
}

type TargetWanted = { readonly folder: string } | { readonly command: string; readonly state: string };

/** Ends with the usage where the options don't go together. */
function targetOf({ to, exec, types, state }: Options, self: Pick<Command, "error">): TargetWanted {
  if ((to === undefined) === (exec === undefined)) self.error("error: one of --to and --exec is needed");
  if (to !== undefined) {
    const other = types?.find((kind) => !FILED_KINDS.includes(kind));
    if (other) self.error(`error: --to keeps ${FILED_KINDS.join(",")}, and no ${other}`);
    return { folder: resolve(to) };
  }
  if (exec === undefined || state === undefined) return self.error("error: --exec needs --state");
  return { command: exec, state };
}

async function run(url: URL, options: Options, wanted: TargetWanted): Promise<boolean> {
  const { types, once: isOnce = false } = options;
  const signal = untilStopped();
  const feed = new Feed(url, [...new Set(types ?? ("folder" in wanted ? FILED_KINDS : EVERY_KIND))]);
  try {
    if ("folder" in wanted) await FolderTarget.requireUsable(wanted.folder, feed, options.state);
    using _state = options.state === undefined ? undefined : await claimAlone(`${options.state}.lock`, options.state);
    if ("command" in wanted) {
      process.stderr.write(`Changes of ${url.href} for the command ${wanted.command}\n`);
      const state = await openState(wanted.state, feed);
      await follow({ feed, state, target: new CommandTarget(wanted.command), isOnce, signal });
    } else {
      const { folder } = wanted;
      process.stderr.write(`Changes of ${url.href} for the folder ${folder}\n`);
      using _folder = await claimAlone(FolderTarget.workFolder(folder), folder);
      const { target, state } = await FolderTarget.open(folder, feed, options.state);
      await follow({ feed, state, target, isOnce, signal });
    }
  } catch (error) {
    // Ending at a signal is how a call without --once ends.
    if (error instanceof CommandFailed && error === signal.reason && !isOnce) return true;
    throw "folder" in wanted ? explained(error, wanted.folder) : error;
  }
  return true;
}
