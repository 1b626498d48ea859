import { DICTIONARY_CLAUSES } from "../../limits.ts";
import { DateProblem } from "../dates/problem.ts";
import { timeZone } from "../dates/zone.ts";
import { failedToCreateQuery, parsingException, rejected, ShardFailure } from "../errors/errors.ts";
import { SearchRejected } from "../errors/rejected.ts";
import { queriedField } from "../fields.ts";
import { locationOfEnd } from "../json/json.ts";
import type { Options } from "../members/options.ts";
import { withEscapes } from "../query-strings/escapes.ts";
import { parseQueryString, QuerySyntaxError } from "../query-strings/grammar.ts";
import type { FuzzyLeaf, Leaf, MalformedText, QueryTree } from "../query-strings/tree.ts";
import { AUTO, countFuzzyTerm, type Fuzziness, fuzzinessIn, fuzzinessOf } from "./fuzziness.ts";
import type { ClauseReader, ReadClause } from "./kind.ts";
import { fieldCount, type MultiMatchType, namedFields, TIE_BREAKERS, typeOf } from "./multi-match.ts";
import { type QueryStringStyle, scalarMembers, styleOf, styleOptions } from "./query-string-members.ts";
import { clausesInManyFields, clausesOfExpression } from "./regexp-cost.ts";

export interface QueryStringBody extends QueryStringStyle {
  /** As given, for messages. */
  readonly text: string;
  /** Undefined for a text of white space. */
  readonly tree: QueryTree | MalformedText | undefined;
  /** Undefined: `fields` apply. */
  readonly defaultField: string | undefined;
  readonly type: MultiMatchType;
  readonly tieBreaker: number;
  /** Name of the analyzer of words in quotes. */
  readonly quoteAnalyzer: string | undefined;
  readonly allowLeadingWildcard: boolean;
  readonly fuzziness: Fuzziness;
  readonly fuzzyRewrite: string | undefined;
  readonly phraseSlop: number;
  /** Name of the rewrite method of patterns. */
  readonly rewrite: string | undefined;
  readonly timeZone: string | undefined;
}

const options = [
  ...styleOptions,
  ...["default_field", "tie_breaker", "quote_analyzer", "allow_leading_wildcard", "fuzziness", "fuzzy_rewrite"],
  ...["phrase_slop", "rewrite", "time_zone", "escape", "enable_position_increments", "max_determinized_states"],
];

/** A query in Lucene's classic syntax. */
export const queryString: ReadClause<QueryStringBody> = (body, reader) => {
  const members = scalarMembers("query_string", body, options);
  const text = members.text("query");
  if (text === undefined) {
    throw parsingException("[query_string] must be provided with a [query]", locationOfEnd(body));
  }
  const style = styleOf(members);
  const defaultField = members.text("default_field");
  const type = typeOf(members.text("type") ?? "best_fields");
  // No analyzer of the mapping leaves gaps, and the limit of deterministic states is fixed.
  members.boolean("enable_position_increments");
  members.integer("max_determinized_states");
  const read = {
    ...style,
    text,
    type,
    defaultField: defaultField === undefined ? undefined : queriedField(defaultField),
    tieBreaker: members.float("tie_breaker") ?? TIE_BREAKERS[type],
    quoteAnalyzer: members.text("quote_analyzer"),
    allowLeadingWildcard: members.boolean("allow_leading_wildcard") ?? true,
    fuzziness: fuzzinessOf(members) ?? AUTO,
    fuzzyRewrite: members.text("fuzzy_rewrite"),
    phraseSlop: members.integer("phrase_slop") ?? 0,
    rewrite: members.text("rewrite"),
    timeZone: zoneOf(members),
  };
  const query = members.boolean("escape") ? withEscapes(text) : text;
  return { ...read, tree: treeOf(query, text, defaultFields(read), reader) };
};

/** Names and patterns of the fields in which words without a field are searched. */
const defaultFields = ({
  defaultField,
  fields,
}: Pick<QueryStringBody, "defaultField" | "fields">): readonly string[] =>
  defaultField === undefined ? [...(fields?.keys() ?? [])] : [defaultField];

function treeOf(
  query: string,
  given: string,
  fields: readonly string[],
  reader: ClauseReader<unknown>,
): QueryStringBody["tree"] {
  if (query.trim() === "") return undefined;
  const leaves: Leaf[] = [];
  try {
    return parseQueryString(query, (leaf) => {
      countLeaf(leaf, fields, reader);
      leaves.push(leaf);
    });
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    const failure = failedToParse(given, error.message);
    reader.refuse(failure);
    return { kind: "malformed", leaves, failure };
  }
}

/** Lucene's refusal of a query string. */
export const failedToParse = (text: string, reason: string): ShardFailure =>
  new ShardFailure(
    "query_shard_exception",
    `Failed to parse query [${text}]`,
    {},
    { type: "parse_exception", reason },
    true,
  );

function countLeaf(leaf: Leaf, defaults: readonly string[], reader: ClauseReader<unknown>): void {
  const { field } = leaf;
  if (field !== undefined) queriedField(field);
  if (field === "_exists_" && (leaf.kind === "text" || leaf.kind === "phrase")) queriedField(leaf.text);
  const names = field === undefined ? defaults : [field];
  const fields = namedFields(names);
  reader.countClauses(1);
  if (leaf.kind === "text" || leaf.kind === "phrase") reader.countWords(leaf.text, fields);
  else if (leaf.kind === "regexp")
    reader.countClauses(fields > 0 ? fields * clausesOfExpression(leaf.text) : clausesInManyFields(leaf.text));
  else if (leaf.kind === "wildcard") reader.countClauses(DICTIONARY_CLAUSES, 1);
  if (leaf.kind !== "fuzzy") return;
  countFuzzyTerm("query_string", leaf.text, fieldCount(names), reader);
  leafFuzziness(leaf, AUTO);
}

/** @throws ShardFailure */
export function leafFuzziness({ fuzziness }: FuzzyLeaf, otherwise: Fuzziness): Fuzziness {
  if (fuzziness === "") return otherwise;
  const edits = Number(fuzziness);
  if (!Number.isNaN(edits) && !Number.isInteger(edits)) {
    const reason = `fuzziness needs to be one of 0.0, 1.0 or 2.0 but was ${fuzziness}`;
    throw failedToCreateQuery("illegal_argument_exception", reason);
  }
  try {
    return fuzzinessIn(fuzziness);
  } catch (error) {
    if (!(error instanceof SearchRejected)) throw error;
    throw failedToCreateQuery(String(error.error["type"]), String(error.error["reason"]));
  }
}

function zoneOf(members: Options): string | undefined {
  const id = members.text("time_zone");
  try {
    if (id !== undefined) timeZone(id);
    return id;
  } catch (error) {
    if (!(error instanceof DateProblem)) throw error;
    throw rejected(error.type, error.message);
  }
}
