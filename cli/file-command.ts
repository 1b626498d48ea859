import { parseArgs } from "node:util";
import { BadFile } from "./bad-file.ts";

export interface FileCommand {
  /** What `--help` prints, and wrong use too. */
  readonly usage: string;
  /** Which one file the command takes, for who gives none or several. */
  readonly file: string;
  /** @throws BadFile · what the file system says. */
  readonly work: (file: string) => Promise<void>;
}

/** A command on one file, by what it was called with. Returns its exit code: 0 done, 1 failed, 2 wrong use. */
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
    // The system's refusal names the file itself.
    else if (error instanceof Error && "syscall" in error) process.stderr.write(`${error.message}\n`);
    else throw error;
    return 1;
  }
}
