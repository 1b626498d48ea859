import { parseArgs } from "node:util";
import { BadFile } from "./bad-file.ts";
import { CommandFailed, runCommand, WrongUse } from "./command.ts";

export interface FileCommand {
  /** Printed for `--help` and after the message for wrong use. */
  readonly usage: string;
  /** Names the file that the command takes, for the message when none or several are given. */
  readonly file: string;
  /** @throws BadFile, or an error of the file system, which names the file already */
  readonly work: (file: string) => Promise<void>;
}

/** Runs a command that takes one file. Returns its exit code, as `runCommand` does. */
export function runOnFile({ usage, file: needed, work }: FileCommand): Promise<number> {
  return runCommand(
    usage,
    (argv) => fileOf(argv, needed),
    async (file) => {
      await work(file).catch((error: unknown) => {
        throw error instanceof BadFile ? new CommandFailed(`${file}: ${error.message}`) : error;
      });
      return true;
    },
  );
}

/** Undefined when the usage is asked for. @throws WrongUse, TypeError */
function fileOf(argv: readonly string[], needed: string): string | undefined {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  if (values.help) return undefined;
  const [only, ...more] = positionals;
  if (only === undefined || more.length > 0) throw new WrongUse(`${needed} is needed`);
  return only;
}
