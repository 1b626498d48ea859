import type { Random } from "./corpus.ts";
import { randomDateFormat } from "./random-dates.ts";
import { numberFormats } from "./random-vocabulary.ts";

/** Random content of hits. */

type Members = Record<string, unknown>;

const fields = [
  "identification.title",
  "identification.abstract",
  "facility.name",
  "variables.variable_name",
  "usage_information.citation",
  "facility.identifier.keyword",
  "product_type.keyword",
  "variables.variable_name.keyword",
  "facility.name.keyword",
  "identification.*",
  "facility.*",
  "dataset_metadata.*",
];

/** Members of a body that select the content of its hits. `query` makes a query. */
export function randomFetch(r: Random, query: () => unknown): Members {
  return {
    ...(r.chance(0.4) ? { highlight: randomHighlight(r, query) } : {}),
    ...(r.chance(0.2) ? { fields: randomFields(r, fields) } : {}),
    ...(r.chance(0.2) ? { docvalue_fields: randomFields(r, fieldsWithValues) } : {}),
  };
}

const fieldsWithValues = fields.filter((name) => name.endsWith(".keyword"));
const dates = ["temporal_extent.time_period_begin", "dataset_metadata.time_content_revised"];
const size = "distribution_information.transfersize.size";
const others = [size, "facility.active", "nothing"];
const places = ["facility.location", "spatial_extent"];

/** Names, and dates, numbers and places with formats. */
function randomFields(r: Random, names: readonly string[]): unknown[] {
  const dated = { field: r.pick(dates), format: randomDateFormat(r) };
  const sent = { field: r.pick(["s*", "*.type", "spatial_extent.*", "facility.*", "dist*.*"]), include_unmapped: true };
  return [
    r.pick(names),
    ...(r.chance(0.5) ? [dated] : []),
    ...(r.chance(0.5) ? [r.pick([...dates, ...others])] : []),
    ...(names === fields && r.chance(0.3) ? [sent] : []),
    ...(names === fields && r.chance(0.3) ? [{ field: r.pick(places), format: r.pick(["wkt", "geojson"]) }] : []),
    ...(names !== fields && r.chance(0.4) ? [{ field: size, format: r.pick(numberFormats) }] : []),
    ...(names !== fields && r.chance(0.3) ? ["facility.location"] : []),
  ];
}

function randomHighlight(r: Random, query: () => unknown): Members {
  const names = Array.from({ length: 1 + r.below(3) }, () => r.pick(fields));
  const highlight = {
    ...highlightOptions(r, query),
    fields: Object.fromEntries(names.map((name) => [name, r.chance(0.2) ? highlightOptions(r, query) : {}])),
  };
  return isPlain(highlight) ? withFieldMatch(highlight) : highlight;
}

const isPlain = (highlight: Members): boolean => JSON.stringify(highlight).includes('"type":"plain"');

/**
 * For a word in several fields, the weight that the plain highlighter takes depends on a random number that Lucene draws at
 * its start.
 */
const withFieldMatch = (highlight: Members): Members =>
  JSON.parse(JSON.stringify(highlight), (name, value) => (name === "require_field_match" ? true : value));

function highlightOptions(r: Random, query: () => unknown): Members {
  const some = <Value>(name: string, probability: number, value: () => Value): Members =>
    r.chance(probability) ? { [name]: value() } : {};
  return {
    ...some("type", 0.4, () => r.pick(["unified", "plain"])),
    ...some("fragment_size", 0.4, () => r.pick([0, 1, 5, 18, 30, 60, 150, 1_000])),
    ...some("number_of_fragments", 0.4, () => r.below(6)),
    ...some("order", 0.3, () => r.pick(["score", "none"])),
    ...some("boundary_scanner", 0.2, () => r.pick(["sentence", "word"])),
    ...some("no_match_size", 0.3, () => r.below(80)),
    ...some("require_field_match", 0.3, () => r.chance(0.5)),
    ...some("encoder", 0.1, () => "html"),
    ...some("max_analyzed_offset", 0.1, () => 1 + r.below(120)),
    ...some("fragmenter", 0.2, () => r.pick(["simple", "span"])),
    ...some("tags_schema", 0.1, () => "styled"),
    ...some("highlight_query", 0.15, query),
  };
}
