import { located, rejected } from "../errors.ts";
import { type JsonObject, locationOfValue } from "../json.ts";
import { type PhraseOptions, readPhraseOptions } from "./phrase.ts";
import { readTermOptions, type TermOptions } from "./term.ts";

export const suggesterNames = ["term", "phrase"] as const;

export const isSuggesterName = (name: string): name is Suggester["kind"] =>
  suggesterNames.some((known) => known === name);

/** What finds the options of a suggestion. */
export type Suggester =
  | { readonly kind: "term"; readonly options: TermOptions }
  | { readonly kind: "phrase"; readonly options: PhraseOptions };

/** Reads `{"term": {…}}`; `parent` holds it. @throws SearchRejected, ShardFailure */
export function readSuggester(kind: string, options: JsonObject, parent: JsonObject): Suggester {
  switch (kind) {
    case "term":
      return { kind, options: readTermOptions(options) };
    case "phrase":
      return { kind, options: readPhraseOptions(options) };
    default: {
      const reason = located(`unknown field [${kind}]`, locationOfValue(parent, kind));
      throw rejected("named_object_not_found_exception", reason);
    }
  }
}
