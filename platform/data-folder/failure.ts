import { codeOf } from "../errors.ts";
import { StartFailure } from "../start-failure.ts";

/** A folder, or something in it, can't be used as it is. The message says why, and what to do. */
export class FolderUnusable extends StartFailure {
  readonly code: string | undefined;

  constructor(message: string, options?: ErrorOptions & { readonly code?: string }) {
    super(message, options);
    this.code = options?.code;
  }
}

// Its owner may be another user, or its mode may keep its owner out.
const NO_RIGHT =
  "this user may not read or write it, or may not pass a folder above it. Start as its owner, give this user the right " +
  "(chown, chmod), or set AIRLOG_DATA to another folder.";

/** System errors for refused work in a folder. */
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  EROFS: "it lies on a read-only disk. Set AIRLOG_DATA to a folder that can be written.",
  ENOSPC: "the disk is full. Make room, or set AIRLOG_DATA to a folder on another disk.",
  EDQUOT: "the user's share of the disk is used up. Make room, or set AIRLOG_DATA to a folder on another disk.",
};

/** System errors for a folder that can't be made. */
const IMPOSSIBLE: Readonly<Record<string, string>> = {
  ...REFUSALS,
  ENOTDIR: "it, or a part of its path, is not a folder. Set AIRLOG_DATA to another path.",
  EEXIST: "it, or a part of its path, is not a folder. Set AIRLOG_DATA to another path.",
  ENOENT: "no folder can be made there, or it is a link to nothing. Set AIRLOG_DATA to another path.",
  ELOOP: "its links lead in a circle. Set AIRLOG_DATA to another path.",
  ENAMETOOLONG: "its name is too long. Set AIRLOG_DATA to another path.",
};

/** The system's refusal of work in a data folder, explained to the operator; other errors are returned as they are. */
export const explained = (error: unknown, dataFolder: string): unknown => explain(error, dataFolder, REFUSALS);

/** The reason why there can be no data folder at a path, explained to the operator. */
export const explainedAsPlace = (error: unknown, dataFolder: string): unknown => explain(error, dataFolder, IMPOSSIBLE);

function explain(error: unknown, dataFolder: string, reasons: Readonly<Record<string, string>>): unknown {
  const code = codeOf(error) ?? "";
  const reason = error instanceof FolderUnusable ? undefined : reasons[code];
  if (reason === undefined) return error;
  return new FolderUnusable(`${dataFolder} can't be used (${code}): ${reason}`, { cause: error, code });
}
