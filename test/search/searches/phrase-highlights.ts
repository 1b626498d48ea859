import { family, type Search } from "./search.ts";

const title = "identification.title";
const abstract = "identification.abstract";

const phrase = (query: string, slop: number) => ({ match_phrase: { [abstract]: { query, slop } } });
const string = (query: string, more: object = { fields: [abstract] }) => ({ query_string: { query, ...more } });

const queries: readonly object[] = [
  ...["cloud radar", "radar cloud", "ozone stratosphere", "cloud measurements high", "quality data"].flatMap((text) =>
    [0, 1, 3, 10].map((slop) => phrase(text, slop)),
  ),
  ...[0, 2, 5].map((slop) => ({ match_phrase_prefix: { [abstract]: { query: "particle si", slop } } })),
  ...[0, 3].map((slop) => ({
    multi_match: { query: "radar cloud", type: "phrase", slop, fields: [abstract, title] },
  })),
  ...['"cloud radar"', '"cloud radar"~5', '"radar cloud"~3', '"ozone stratosphere"~10 cloud', "clo*", "ozne~"].map(
    (query) => string(query),
  ),
  ...["rad?r", "/clou[a-d]/", "+cloud -radar", "cloud OR (radar AND ozone)", "(cloud radar)^3", "NOT ozone"].map(
    (query) => string(query, { fields: [abstract, title] }),
  ),
  string(`${title}:ozone cloud`, {}),
  string(`${abstract}:"cloud radar"~4`, {}),
  string('"cloud radar"', { default_field: abstract, phrase_slop: 3 }),
  { simple_query_string: { query: '"radar cloud"~3 | ozone', fields: [abstract, title] } },
];

/** Highlights by the plain highlighter in phrases with slop and in query strings. */
export const phraseHighlightSearches: readonly Search[] = [
  {},
  { number_of_fragments: 0 },
  { fragmenter: "simple", fragment_size: 30 },
].flatMap((options) =>
  family(
    `plain ${JSON.stringify(options)}`,
    queries.map((query) => ({
      size: 4,
      _source: false,
      query,
      highlight: { type: "plain", fields: { [abstract]: options, [title]: options } },
    })),
  ),
);
