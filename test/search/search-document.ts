import {
  type AggregationName,
  aggregationKinds,
  isAggregationName,
} from "../../search-engine/language/aggregations/table.ts";
import { formatNames } from "../../search-engine/language/dates/named.ts";
import { isQueryName, queryKinds } from "../../search-engine/language/queries/table.ts";
import { searchMembers } from "../../search-engine/language/search.ts";
import { isSuggesterName, suggesterKinds } from "../../search-engine/language/suggest/suggester.ts";
import { limitRows } from "./limit-rows.ts";
import { readRecorded } from "./recorded.ts";

export const SEARCH_DOCUMENT = "docs/search.md";

/** Queries that hold a field whose value holds the options. */
const BY_FIELD: ReadonlySet<string> = new Set([
  ...[
    "fuzzy",
    "match",
    "match_bool_prefix",
    "match_phrase",
    "match_phrase_prefix",
    "prefix",
    "range",
    "regexp",
    "term",
  ],
  ...["terms_set", "wildcard"],
]);
/** Queries that hold a field beside the options. */
const BESIDE_FIELD: ReadonlySet<string> = new Set(["geo_bounding_box", "geo_distance", "geo_shape", "terms"]);

/** Aggregations that the recorded Elasticsearch lacks. */
const COMPUTED: readonly AggregationName[] = [
  "adjacency_matrix",
  "auto_date_histogram",
  "bucket_sort",
  "derivative",
  "multi_terms",
  "normalize",
  "top_metrics",
];
const quoted = (name: string): string => `\`${name}\``;

/** The options of a kind that the recorded searches show. */
interface Shown {
  answered: number;
  refused: number;
  /** Options in searches that were answered. */
  readonly options: Set<string>;
}

/** The language of searches, as Markdown. */
export function searchDocument(): string {
  const { queries, aggregations, suggesters } = shownKinds();
  const queryRows = Object.keys(queryKinds).map((name) => row(name, [], queries.get(name)));
  const aggregationRows = Object.entries(aggregationKinds).map(([name, { makes, options }]) =>
    row(name, [makes], aggregations.get(name), options),
  );
  const suggesterRows = Object.keys(suggesterKinds).map((name) => row(name, [], suggesters.get(name)));
  return `# What searches may use

Written by \`npm run search-document\` from the tables that read a search and from the recorded answers of Elasticsearch 8.19
with which the tests compare the embedded engine. The same tables guard an Elasticsearch behind the service: anything
else is refused there too, with 400 and the name of the clause. [api.md](api.md) has examples. The limits of a search, its work
and its memory are [below](#limits).

The numbers count the recorded searches that use a kind: those that were answered, and those that Elasticsearch refused, as the
embedded engine does. The recorded Elasticsearch lacks ${COMPUTED.slice(0, -1).map(quoted).join(", ")} and
${COMPUTED.slice(-1).map(quoted)}: the tests compare these with answers computed from other aggregations.

## Members of a body

${searchMembers.map((name) => `- \`${name}\``).join("\n")}

## Queries

The options are those of the answered searches. Scripts and lookups of other documents are refused.

| query | answered | refused | options |
|---|---|---|---|
${queryRows.join("\n")}

## Aggregations

Aggregations that make \`bucket\` or \`buckets\` may contain others.

| aggregation | makes | answered | refused | options |
|---|---|---|---|---|
${aggregationRows.join("\n")}

## Suggesters

\`collate\`, a template of a query, is refused.

| suggester | answered | refused | options |
|---|---|---|---|
${suggesterRows.join("\n")}

## Formats of dates

In \`range\`, \`docvalue_fields\`, \`fields\`, \`sort\`, \`date_histogram\`, \`date_range\`, \`composite\` and wherever else a date
has a \`format\`: one of these names, or a pattern of letters. Several can be joined by \`||\`: the first one writes, and the first
one that fits reads.

${formatNames.map(quoted).join(", ")}

Patterns have the letters \`G u y Y Q q M L w W d D F g E e c a B H k K h m s S A n N V z v O X x Z p\` of Java 17's
\`DateTimeFormatter\`, texts in single quotes and optional parts in brackets. The tests compare with Elasticsearch 8.19 on Java 17,
whose words and weeks come from the JDK's own locale data (\`COMPAT\`); an Elasticsearch on Java 23 or newer has those of CLDR. The
words are English, and the weeks of \`Y\`, \`w\`, \`W\`, \`e\` and \`c\` begin on Sunday. In the \`format\` of a \`range\` query, however,
the words are those of no language (\`MMMMM\` and \`QQQQ\` are \`1\` and \`Q1\`), and the weeks those of ISO 8601. Formats with names
have the weeks of ISO 8601 everywhere.

The embedded engine differs in this: \`z\` and \`v\` write the names of time zones that Node knows, and otherwise their ids; they read ids and
offsets, but no names. If it would read a key of \`composite\` back as another instant, it refuses the search; Elasticsearch does so
only with \`after\`, and otherwise breaks its answer off.

## Limits

A search beyond a limit is refused with 400 \`search-rejected\` and the engine's error of the listed type, in \`engine\` or as its
cause there; or it is answered as the row says. Limits of the body are checked before either engine gets it. The others are marked:

- *embedded engine*: Elasticsearch lacks this limit, and has breakers of its own;
- *before Elasticsearch*: Elasticsearch neither counts this work nor stops it when a search is cancelled; the embedded engine counts it;
- *each engine itself*: Elasticsearch has the same limit, unless its settings differ.

The reads of one client in a minute are limited too (\`AIRLOG_RATE_LIMIT\`): 429.

| limit of a search | at most | beyond it |
|---|---|---|
${limitRows().join("\n")}
`;
}

function row(name: string, more: readonly string[], shown: Shown | undefined, options?: readonly string[]): string {
  const names = [...new Set(options ?? shown?.options ?? [])].sort();
  const texts = names.map((option) => `\`${option}\``).join(", ");
  return `| \`${name}\` | ${[...more, shown?.answered ?? 0, shown?.refused ?? 0].join(" | ")} | ${texts} |`;
}

/** The kinds of each part of a search, by name. */
interface Parts<Value> {
  readonly queries: Map<string, Value>;
  readonly aggregations: Map<string, Value>;
  readonly suggesters: Map<string, Value>;
}

/** The options of each kind. */
type Used = ReadonlyMap<string, ReadonlySet<string>>;

const noParts = <Value>(): Parts<Value> => ({ queries: new Map(), aggregations: new Map(), suggesters: new Map() });

function shownKinds(): Parts<Shown> {
  const kinds = noParts<Shown>();
  for (const { body, status } of readRecorded()) {
    let read: unknown;
    try {
      read = JSON.parse(body);
    } catch {
      // A search that is no JSON.
      continue;
    }
    const used = kindsIn(read);
    for (const part of ["queries", "aggregations", "suggesters"] as const) show(used[part], kinds[part], status);
  }
  return kinds;
}

function show(used: Used, kinds: Map<string, Shown>, status: number): void {
  for (const [name, options] of used) {
    const shown = kinds.get(name) ?? { answered: 0, refused: 0, options: new Set() };
    kinds.set(name, shown);
    if (status !== 200) shown.refused++;
    else {
      shown.answered++;
      for (const option of options) shown.options.add(option);
    }
  }
}

/** The kinds in a search, each with its options. */
export function kindsIn(search: unknown): Parts<ReadonlySet<string>> {
  const used = noParts<Set<string>>();
  walk(search, used);
  return used;
}

/** Adds the kinds in a part of a search, each with its options. */
function walk(part: unknown, parts: Parts<Set<string>>): void {
  for (const [name, value] of membersOf(part)) {
    if (name === "aggs" || name === "aggregations") walkAggregations(value, parts);
    else if (name === "suggest") {
      for (const [, suggestion] of membersOf(value)) {
        for (const [kind, body] of membersOf(suggestion)) {
          if (isSuggesterName(kind)) add(parts.suggesters, kind, suggesterOptions(body));
        }
      }
    } else {
      if (isQueryName(name)) add(parts.queries, name, optionsOf(name, value));
      walk(value, parts);
    }
  }
}

function walkAggregations(aggregations: unknown, parts: Parts<Set<string>>): void {
  for (const [, named] of membersOf(aggregations)) {
    for (const [kind, body] of membersOf(named)) {
      if (!isAggregationName(kind)) walk({ [kind]: body }, parts);
      else {
        add(parts.aggregations, kind, kind === "filter" ? [] : membersOf(body).map(([option]) => option));
        // The sources of a composite have the names of queries.
        if (kind !== "composite") walk(body, parts);
      }
    }
  }
}

const suggesterOptions = (body: unknown): string[] =>
  Array.isArray(body) ? [] : membersOf(body).map(([option]) => option);

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

function add(used: Map<string, Set<string>>, name: string, options: readonly string[]): void {
  const known = used.get(name) ?? new Set();
  used.set(name, known);
  for (const option of options) known.add(option);
}

function optionsOf(name: string, body: unknown): string[] {
  if (Array.isArray(body)) return [];
  const members = membersOf(body);
  if (BY_FIELD.has(name)) {
    return members.flatMap(([, value]) => (Array.isArray(value) ? [] : membersOf(value).map(([option]) => option)));
  }
  if (!BESIDE_FIELD.has(name)) return members.map(([option]) => option);
  const isField = ([, value]: [string, unknown]) => Array.isArray(value) || typeof value === "object";
  return members.flatMap(([member, value]) =>
    isField([member, value])
      ? membersOf(Array.isArray(value) ? undefined : value).map(([option]) => option)
      : member.includes(".")
        ? []
        : [member],
  );
}
