import { parseArgs } from "node:util";
import { BadFile } from "./bad-file.ts";

export interface FileCommand {
  /** Printed for `--help` and after the message for wrong use. */
  readonly usage: string;
  /** Names the file that the command takes, for the message when none or several are given. */
  readonly file: string;
  /** @throws BadFile, or an error of the file system. */
  readonly work: (file: string) => Promise<void>;
}

/** Runs a command that takes one file. Returns its exit code: 0 done, 1 failed, 2 wrong use. */
export async function runOnFile(argv: readonly string[], { usage, file: needed, work }: FileCommand): Promise<number> {
  let file: string;
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
    if (values.help) {
      process.stdout.write(usage);
      return 0;
    }
    const [only, ...more] = positionals;
    if (only === undefined || more.length > 0) throw new TypeError(`${needed} is needed`);
    file = only;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return 2;
  }
  try {
    await work(file);
    return 0;
  } catch (error) {
    if (error instanceof BadFile) process.stderr.write(`${file}: ${error.message}\n`);
    // An error of the file system names the file already.
    else if (error instanceof Error && "syscall" in error) process.stderr.write(`${error.message}\n`);
    else throw error;
    return 1;
  }
}
