import { queries, type Search } from "./search.ts";

const title = "identification.title";
const abstract = "identification.abstract";
const text = "cloud radar ozone water ice";
const words = text.split(" ");
const terms = words.map((word) => ({ term: { [title]: word } }));
const [cloud, radar, ozone] = terms;

const specifications = [
  ...["3<90%", "2<-25% 9<-3", "4<-1", "-1", "-5", "-9", 0, 2, 6, "0%", "39%", "40%", "-20%", "-100%", "-150%"],
  ...[" 2 ", "+2", "2 < 3", "1<2 3<4", "3<2 1<4", "x", "", "%", "2%%", "50.5%", "2<", "<", "<2", "2<x", "x<2", "5<x"],
  ...["2<3<4", "2147483648", "1<50% 2<x", "9<x", " 3<90%  4<1", "1<\t2", "999999999%"],
];

const kinds = (minimum_should_match: unknown) => [
  { bool: { should: terms, minimum_should_match } },
  { match: { [title]: { query: text, minimum_should_match } } },
  { multi_match: { query: text, fields: [title, abstract], minimum_should_match } },
  { query_string: { query: text, fields: [title], minimum_should_match } },
  { terms_set: { [title]: { terms: words, minimum_should_match } } },
];

const withoutOptional = (minimum_should_match: unknown) => [
  { bool: { must_not: [cloud], minimum_should_match } },
  { bool: { must_not: [cloud, radar], minimum_should_match } },
  { bool: { must_not: [{ match_none: {} }], minimum_should_match } },
  { bool: { must: [{ bool: { must_not: [cloud], minimum_should_match } }, radar] } },
  { bool: { filter: [cloud], minimum_should_match } },
  { bool: { minimum_should_match } },
  { bool: { must: [cloud], should: [radar, ozone], minimum_should_match } },
  { bool: { should: [{ match_none: {} }, cloud, radar], minimum_should_match } },
  { bool: { should: [{ match_none: {} }], minimum_should_match } },
  { bool: { should: [cloud, cloud], minimum_should_match } },
  { query_string: { query: "NOT cloud", fields: [title], minimum_should_match } },
];

export const minimumShouldMatchSearches: readonly Search[] = [
  // Each specification with one kind, and each kind with many specifications.
  ...queries(
    "minimum_should_match",
    specifications.flatMap((given, place) => kinds(given).filter((_, kind) => kind === place % 5 || kind === 0)),
  ),
  ...queries("minimum_should_match beside no optional clause", [1, "-50%", "x"].flatMap(withoutOptional)),
  ...queries(
    "minimum_should_match of another type",
    [null, true, 1.5, [], {}].map((minimum_should_match) => ({ bool: { should: terms, minimum_should_match } })),
  ),
];
