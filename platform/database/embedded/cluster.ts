import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { openFolder, readFrom } from "../../data-folder/open.ts";
import { toolEnvironment } from "../../environment.ts";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./failure.ts";
import { removeUnfinished } from "./remove-unfinished.ts";
import type { ServerUser } from "./server-user.ts";

/** The only major version that this code can run on a data folder. */
const majorVersion = "17";

export const superuser = "airlog";

/** The folder inside a data folder in which a restore works. It is removed once the data folder is complete. */
export const RESTORING = "restoring";

/** Whether `cluster` holds PostgreSQL's data. @throws EmbeddedPostgresError for data of another version. */
export function isInitialised(cluster: string): boolean {
  const version = readFrom(cluster, "PG_VERSION")?.trim();
  if (version === undefined) return false;
  if (version === majorVersion) return true;
  throw new EmbeddedPostgresError(
    `${cluster} holds data of PostgreSQL ${version}, and this is PostgreSQL ${majorVersion}: export it with the version of airlog that wrote it, and import it into a new folder.`,
  );
}

/**
 * Makes PostgreSQL's data in `cluster`, completely or not at all: an interrupted run leaves a folder beside it, which
 * the next run removes. Only one process may call this at a time.
 */
export async function initialise(
  cluster: string,
  password: string,
  binaries: Binaries,
  user: ServerUser,
): Promise<void> {
  using folder = openFolder(dirname(cluster));
  for (const name of folder.names()) if (WORKSHOP.test(name)) await removeUnfinished(folder, name, IN_WORKSHOP);
  const name = `postgres.new-${randomBytes(6).toString("hex")}`;
  using workshop = folder.makeFolder(name, 0o700);
  try {
    if (user.owner !== undefined) workshop.giveTo(user.owner);
    workshop.write("password", password);
    const made = join(workshop.path, "data");
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    const passwordFile = join(workshop.path, "password");
    const access = [`--username=${superuser}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
    await run(user, binaries.initdb, ["-D", made, ...access, ...locale, "--data-checksums", "--no-instructions"]);
    workshop.rename("data", basename(cluster), folder);
  } finally {
    workshop.clear();
    folder.removeEmpty(name);
  }
}

/** Also matches the names of older releases, with six letters. */
const WORKSHOP = /^postgres\.new-([0-9a-f]{12}|[A-Za-z0-9]{6})$/;
const IN_WORKSHOP = /^(password|data)$/;

async function run(user: ServerUser, program: string, args: readonly string[]): Promise<void> {
  const { file, args: allArgs, uid, gid } = user.command(program, args);
  const child = spawn(file, allArgs, {
    uid,
    gid,
    env: toolEnvironment,
    stdio: ["ignore", "ignore", "pipe"],
    cwd: "/",
  });
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-4_000);
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (...end) => resolve(end));
  });
  if (code !== 0) throw startFailure(`initdb ended with ${signal ?? code}`, words);
}

/** The error for a program that failed with this output. */
export function startFailure(what: string, words: string): EmbeddedPostgresError {
  const reason = /No space left on device|Disk quota exceeded/.test(words)
    ? "the disk is full"
    : (words
        .trim()
        .split("\n")
        .findLast((line) => /FATAL|PANIC|error|cannot/i.test(line)) ??
      (words.trim() || "it gave no reason"));
  return new EmbeddedPostgresError(`PostgreSQL can't be started (${what}): ${reason}`);
}
