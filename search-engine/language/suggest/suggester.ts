import { located, rejected } from "../errors/errors.ts";
import { type JsonObject, locationOfValue } from "../json/json.ts";
import { readPhraseOptions } from "./phrase.ts";
import { readTermOptions } from "./term.ts";

/** Every allowed kind of suggester, with the reader of its options. */
export const suggesterKinds = {
  term: readTermOptions,
  phrase: readPhraseOptions,
};

export type SuggesterName = keyof typeof suggesterKinds;

/** The options of each kind, as read. */
type SuggesterOptions = {
  readonly [Name in SuggesterName]: ReturnType<(typeof suggesterKinds)[Name]>;
};

type SuggesterOf<Name extends SuggesterName> = {
  readonly [Each in Name]: { readonly kind: Each; readonly options: SuggesterOptions[Each] };
}[Name];

/** A suggester with its options. */
export type Suggester = SuggesterOf<SuggesterName>;

export const isSuggesterName = (name: string): name is SuggesterName => Object.hasOwn(suggesterKinds, name);

const readers: { readonly [Name in SuggesterName]: (body: JsonObject) => SuggesterOptions[Name] } = suggesterKinds;

/** Reads `{"term": {…}}`; `parent` holds it. @throws SearchRejected, ShardFailure */
export function readSuggester(kind: string, options: JsonObject, parent: JsonObject): Suggester {
  if (isSuggesterName(kind)) return readAs(kind, options);
  const reason = located(`unknown field [${kind}]`, locationOfValue(parent, kind));
  throw rejected("named_object_not_found_exception", reason);
}

const readAs = <Name extends SuggesterName>(kind: Name, options: JsonObject): SuggesterOf<Name> => ({
  kind,
  options: readers[kind](options),
});
