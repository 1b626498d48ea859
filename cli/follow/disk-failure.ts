import { codeOf } from "../../platform/errors.ts";
import { CommandFailed } from "../command.ts";

const NO_RIGHT =
  "this user may not read or write it, or may not pass a folder above it. Give this user the right (chown, chmod), or name " +
  "another folder.";
const GOES_ON = "and call this again: it goes on where it was.";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  ENOTDIR: "it is no folder, or lies in a file. Name another folder.",
  EROFS: "it lies on a read-only disk. Name a folder that can be written.",
  ENOSPC: `the disk is full. Make room ${GOES_ON}`,
  EDQUOT: `the user's share of the disk is used up. Make room ${GOES_ON}`,
  EIO: `the disk fails. Mend it ${GOES_ON}`,
};

/** The system's refusal of work in a folder, explained to its user; other errors are returned as they are. */
export function explained(error: unknown, folder: string): unknown {
  const code = codeOf(error) ?? "";
  const reason = REASONS[code];
  return reason === undefined
    ? error
    : new CommandFailed(`${folder} can't be used (${code}): ${reason}`, { cause: error });
}
