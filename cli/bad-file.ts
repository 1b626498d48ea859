import { CommandFailed } from "./command.ts";

/** A file's content can't be used. */
export class BadFile extends CommandFailed {
  override readonly name = "BadFile";
}
