import type { Field } from "../index/mapping.ts";
import { utf8 } from "../index/terms.ts";
import { failedToCreateQuery } from "../language/errors/errors.ts";
import { scalarText } from "../language/members/options.ts";
import { editsFor, type Fuzziness, type FuzzyStyle } from "../language/queries/fuzziness.ts";
import type { FuzzyBody } from "../language/queries/fuzzy.ts";
import { rewriteNamed } from "../language/queries/rewrite.ts";
import { Levenshtein } from "./automata/levenshtein.ts";
import { AUTOMATON_LENGTH, acceptedTerms } from "./automata/walk.ts";
import type { Compile, CompileContext } from "./kind.ts";
import type { ChosenTerms } from "./nodes/any-term.ts";
import { boosted, MatchNone } from "./nodes/constant.ts";
import type { TermExpansion } from "./nodes/expanded-terms.ts";
import type { Query } from "./query.ts";
import { expandedQuery } from "./rewrite.ts";

export const fuzzy: Compile<FuzzyBody> = ({ field: name, value, fuzziness, style, boost }, context) => {
  const field = context.field(name);
  if (!field) return new MatchNone();
  return boosted(fuzzyQuery(field, scalarText(value), fuzziness, style, context), boost);
};

/** Documents with terms within a few edits of `text`. @throws ShardFailure */
export function fuzzyQuery(
  field: Field,
  text: string,
  fuzziness: Fuzziness,
  style: FuzzyStyle,
  context: CompileContext,
): Query {
  const { prefixLength, maxExpansions, transpositions } = style;
  const rewrite =
    style.rewrite === undefined
      ? ({ kind: "top", size: maxExpansions, score: "blended" } as const)
      : rewriteNamed(style.rewrite);
  refuseUnfit(field, style);
  const characters = [...text].length;
  const edits = editsFor(fuzziness, characters);
  const limits = { edits, prefixLength, transpositions };
  const expansion = {
    field: field.name,
    name: `fuzzy:${JSON.stringify([text, limits])}`,
    chosen: likeTerms(text, limits),
    ...likenessTo(text, limits),
    length: AUTOMATON_LENGTH,
  };
  return expandedQuery(expansion, rewrite, context);
}

function refuseUnfit({ name, kind }: Field, { prefixLength, maxExpansions }: FuzzyStyle): void {
  if (kind !== "text" && kind !== "keyword") {
    const reason = `Can only use fuzzy queries on keyword and text fields - not on [${name}] which is of type [${kind}]`;
    throw failedToCreateQuery("illegal_argument_exception", reason);
  }
  if (prefixLength < 0) throw failedToCreateQuery("illegal_argument_exception", "prefixLength cannot be negative.");
  if (maxExpansions <= 0) throw failedToCreateQuery("illegal_argument_exception", "maxExpansions must be positive.");
}

interface Limits {
  readonly edits: number;
  readonly prefixLength: number;
  readonly transpositions: boolean;
}

function likeTerms(text: string, limits: Limits): ChosenTerms {
  // Lucene finds no terms similar to an empty text.
  if (limits.edits > 0 && text !== "") {
    return (_segment, { terms }) => acceptedTerms(terms, new Levenshtein(text, limits));
  }
  const same = utf8(text);
  return (_segment, { terms }) => [terms.find(same)].filter((ordinal) => ordinal >= 0);
}

/** `likeness`: 1 for the text itself, less the edits divided by the length of the shorter term, which may be negative. */
function likenessTo(text: string, limits: Limits): Pick<TermExpansion, "test" | "likeness"> {
  const length = [...text].length;
  const automaton = new Levenshtein(text, limits);
  const compare = (term: string) => {
    let depth = 0;
    for (const character of term) {
      if (!automaton.step(depth++, character.codePointAt(0) ?? 0)) return undefined;
    }
    return { edits: automaton.distance(depth), characters: depth };
  };
  return {
    test: (term) => term === text || (compare(term)?.edits ?? Number.POSITIVE_INFINITY) <= limits.edits,
    likeness(term) {
      const compared = term === text ? undefined : compare(term);
      if (!compared) return 1;
      return Math.fround(1 - Math.fround(compared.edits / Math.min(compared.characters, length)));
    },
  };
}
