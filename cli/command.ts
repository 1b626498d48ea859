import { reasonOf } from "../platform/lifecycle/process.ts";
import { BadFile } from "./bad-file.ts";

/** The command line is not understood. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}

/**
 * Runs a command. `read` understands its arguments, and answers undefined when they ask for its usage; `work` says whether it
 * was done. Returns the exit code: 0 done, 1 failed, 2 wrong use.
 */
export async function runCommand<Request>(
  usage: string,
  read: (argv: readonly string[]) => Request | undefined,
  work: (request: Request) => Promise<boolean>,
): Promise<number> {
  let request: Request | undefined;
  try {
    request = read(process.argv.slice(2));
  } catch (error) {
    // parseArgs throws TypeErrors.
    if (!(error instanceof WrongUse || error instanceof TypeError)) throw error;
    process.stderr.write(`${error.message}\n\n${usage}`);
    return 2;
  }
  if (request === undefined) {
    process.stdout.write(usage);
    return 0;
  }
  try {
    return (await work(request)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof BadFile ? error.message : reasonOf(error)}\n`);
    return 1;
  }
}
