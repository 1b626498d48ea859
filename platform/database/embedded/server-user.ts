import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Owner } from "../../data-folder/folder.ts";
import { folderIfThere, openFolder } from "../../data-folder/open.ts";
import { toolEnvironment } from "../../environment.ts";
import { EmbeddedPostgresError } from "./failure.ts";

/** How to start the server's programs: plainly, or as another user, since PostgreSQL refuses to run as root. */
export interface ServerUser {
  /** Owner of the server's files; undefined: this process's own user. */
  readonly owner?: Owner;
  /** The command line and options that run `program` as that user. */
  command(program: string, args: readonly string[]): Command;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Chooses the user. As root: the owner of the data or its folder, else `postgres`, else `nobody`. If that user can't
 * reach the programs or the data (below /root, say), the programs get the one capability for that, unless the data
 * folder belongs to that user: with the capability they could read files that only root may read.
 */
export function chooseServerUser(programs: readonly string[], dataFolder: string, cluster: string): ServerUser {
  if (process.getuid?.() !== 0) return { command: (file, args) => ({ file, args }) };
  using made = folderIfThere(cluster);
  using folder = openFolder(dataFolder);
  const account = made === undefined ? newOwner(folder.owner) : accountOf(made.owner);
  if (account === undefined) {
    throw new EmbeddedPostgresError(
      "PostgreSQL refuses to run as root, and this machine has neither a user 'postgres' nor 'nobody': start as an ordinary user, or set DATABASE_URL.",
    );
  }
  const { uid, gid } = account;
  if (uid === 0) {
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root, and ${cluster} belongs to root: give it to another user (chown -R postgres ${cluster}).`,
    );
  }
  const runnable = programs.every((program) => mayExecute(program, account));
  const unreachable = [...programs.map(dirname), dataFolder].find((folder) => !mayTraverse(folder, account));
  if (runnable && unreachable === undefined) {
    return { owner: account, command: (file, args) => ({ file, args, uid, gid }) };
  }
  const capabilities = runnable ? ["dac_read_search", "dac_override"] : ["dac_override"];
  const capability = folder.owner.uid === 0 ? grantable(capabilities, account) : undefined;
  if (capability === undefined) {
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root, and the user '${account.name}' can't reach ${unreachable ?? programs[0]}: let others pass through the folders above it (chmod o+x), set AIRLOG_DATA to a folder they can reach, or start as an ordinary user.`,
    );
  }
  return { owner: account, command: (program, args) => withCapability(account, capability, program, args) };
}

function withCapability({ uid, gid }: Account, capability: string, program: string, args: readonly string[]): Command {
  const user = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  // Without this bit access(2), with which PostgreSQL finds its own programs, ignores capabilities.
  const powers = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`, "--securebits=+no_setuid_fixup"];
  return { file: "setpriv", args: [...user, ...powers, "--", program, ...args] };
}

/** The first capability that this process can pass on; containers usually have only some. */
function grantable(capabilities: readonly string[], account: Account): string | undefined {
  return capabilities.find((capability) => {
    const { file, args } = withCapability(account, capability, "true", []);
    return spawnSync(file, args, { env: toolEnvironment, stdio: "ignore" }).status === 0;
  });
}

function newOwner(owner: Owner): Account | undefined {
  return owner.uid === 0 ? (accountNamed("postgres") ?? accountNamed("nobody")) : accountOf(owner);
}

function accountOf({ uid, gid }: Owner): Account {
  return { name: accounts().find((account) => account.uid === uid)?.name ?? String(uid), uid, gid };
}

function accountNamed(name: string): Account | undefined {
  return accounts().find((account) => account.name === name);
}

function accounts(): Account[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 4)
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

function mayTraverse(folder: string, account: Account): boolean {
  return mayExecute(folder, account) && (folder === dirname(folder) || mayTraverse(dirname(folder), account));
}

/** By the mode bits, which suffice on nearly every machine. */
function mayExecute(path: string, { uid, gid }: Account): boolean {
  const { mode, uid: owner, gid: group } = statSync(path);
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  return (mode & bit) !== 0;
}
