import { BadFile } from "./bad-file.ts";
import { CommandFailed, runCommand } from "./command.ts";

/**
 * Does the work of a command on a file, whose name precedes errors of its content.
 * @param work throws BadFile, or an error of the file system, which names the file already
 */
export function runOnFile(file: string, work: (file: string) => Promise<void>): Promise<void> {
  return runCommand(async () => {
    await work(file).catch((error: unknown) => {
      throw error instanceof BadFile ? new CommandFailed(`${file}: ${error.message}`) : error;
    });
    return true;
  });
}
