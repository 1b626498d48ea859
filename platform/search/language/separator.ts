import { MAX_SEPARATOR_LENGTH } from "../../../contracts/search-limits.ts";
import { illegalArgument } from "./errors.ts";

/** @throws SearchRejected when what stands between the parts of a key is longer than it may be */
export function expectShortSeparator(separator: string): void {
  if (separator.length <= MAX_SEPARATOR_LENGTH) return;
  throw illegalArgument(
    `[separator] has [${separator.length}] characters, at most [${MAX_SEPARATOR_LENGTH}] are allowed`,
  );
}
