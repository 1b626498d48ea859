import { parsingException } from "../errors/errors.ts";
import { locationOfValue } from "../json/json.ts";
import { tokenOf } from "../members/options.ts";
import type { AggregationKind } from "./kind.ts";

export interface GlobalBody {
  readonly everywhere: true;
}

/** All documents, whatever the query matches. It has no options. */
export const global: AggregationKind<GlobalBody> = {
  options: undefined,
  makes: "bucket",
  read({ name, body }) {
    for (const [member, value] of body) {
      const reason = `Expected [FIELD_NAME] under a [START_OBJECT], but got a [${tokenOf(value)}] in [${name}]`;
      throw parsingException(reason, locationOfValue(body, member));
    }
    return { everywhere: true };
  },
};
