import { CommandFailed } from "./command.ts";

export class BadFile extends CommandFailed {
  override readonly name = "BadFile";
}
