import { MAX_CONDITION_LENGTH } from "../../limits.ts";
import { expectAtMost } from "../members/bounds.ts";

/** A `minimum_should_match` as given. @throws SearchRejected when it is too long */
export function conditionIn(text: string | undefined): string | undefined {
  if (text !== undefined) {
    expectAtMost(MAX_CONDITION_LENGTH, text.length, "characters", "[minimum_should_match] has");
  }
  return text;
}
