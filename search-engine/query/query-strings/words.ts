import type { Field } from "../../index/mapping.ts";
import { lowerCase } from "../../language/analysis/characters.ts";
import { scalarText } from "../../language/members/options.ts";
import type { FieldsText } from "../../language/queries/multi-match.ts";
import type { BoostedField } from "../cross-fields.ts";
import type { CompileContext } from "../kind.ts";
import { analyzerOf, isPlace } from "../match.ts";
import { multiFieldQuery } from "../multi-match.ts";
import type { Query } from "../query.ts";

/** The text as a term of the field, normalised but not cut into words. */
export const normalised = ({ kind }: Field, analyzer: string | undefined, text: string): string =>
  normalisesCase(kind === "text", analyzer) ? lowerCase(text) : text;

/** Analyzers whose terms are in lower case. */
const normalisesCase = (isText: boolean, analyzer: string | undefined): boolean =>
  analyzer === undefined ? isText : analyzer !== "keyword" && analyzer !== "whitespace";

/** The same for a wildcard pattern, whose escapes stay as they are. */
export const normalisedPattern = (field: Field, analyzer: string | undefined, pattern: string): string =>
  pattern.replace(/(\\.|[?*]+)|(?:[^\\?*]+|\\)/gs, (part, kept: string | undefined) =>
    kept === undefined ? normalised(field, analyzer, part) : part,
  );

/** Matches a text in the fields whose analyzers find words in it; undefined where none does. @throws ShardFailure */
export function textQuery(
  fields: readonly BoostedField[],
  text: FieldsText,
  counted: (field: Field) => boolean,
  context: CompileContext,
): Query | undefined {
  const { analyzer } = text.style;
  const words = fields.filter(({ field }) => {
    if (isPlace(field)) return true;
    const { terms } = context.analysed(analyzerOf(field, analyzer), scalarText(text.text));
    // Fields that are not strings accept few texts. A refused text is not a clause, so it does not count.
    if (!counted(field) && (field.kind === "text" || field.kind === "keyword")) context.countWords(terms.length);
    return terms.length > 0;
  });
  return words.length === 0 ? undefined : multiFieldQuery(words, text, context);
}
