import { MAX_TAG_LENGTH } from "../../limits.ts";
import { parsingException } from "../errors/errors.ts";
import { isArray, locationOfEnd, locationOfValue } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { inMember } from "../members/in-member.ts";
import type { ObjectMembers } from "../members/object-members.ts";
import { isScalar, scalarText, tokenOf } from "../members/options.ts";
import type { ClauseReader } from "../queries/kind.ts";
import type { Clause } from "../queries/table.ts";

/** Options for finding and writing the fragments of a field. Lengths are in UTF-16 units. */
export interface HighlightOptions {
  /** Name of the highlighter: `unified` or `plain`; others are refused when a hit is highlighted. */
  readonly type: string;
  readonly preTag: string;
  readonly postTag: string;
  readonly ordersByScore: boolean;
  /** 0 and less: the length of a sentence. */
  readonly fragmentSize: number;
  /** 0: the whole text of each value. */
  readonly fragments: number;
  readonly encodesHtml: boolean;
  readonly requiresFieldMatch: boolean;
  readonly boundaryScanner: BoundaryScanner;
  /** For the plain highlighter. */
  readonly fragmenter: string;
  /** Length of the text to answer where nothing matches; 0: none. */
  readonly noMatchSize: number;
  /** Only matches that begin before this offset are marked. */
  readonly maxAnalyzedOffset: number | undefined;
  /** Undefined: the query of the search. */
  readonly query: Clause | undefined;
}

export type BoundaryScanner = "chars" | "sentence" | "word";

const SCANNERS: ReadonlySet<string> = new Set<BoundaryScanner>(["chars", "sentence", "word"]);
const isScanner = (name: string): name is BoundaryScanner => SCANNERS.has(name);

export const DEFAULT_OPTIONS: HighlightOptions = {
  type: "unified",
  preTag: "<em>",
  postTag: "</em>",
  ordersByScore: false,
  fragmentSize: 100,
  fragments: 5,
  encodesHtml: false,
  requiresFieldMatch: true,
  boundaryScanner: "sentence",
  fragmenter: "span",
  noMatchSize: 0,
  maxAnalyzedOffset: undefined,
  query: undefined,
};

/** Options that `highlight` and each of its fields may have. */
export const commonOptions = [
  ...["pre_tags", "post_tags", "order", "highlight_filter", "fragment_size", "number_of_fragments", "encoder"],
  ...["tags_schema", "require_field_match", "boundary_scanner", "boundary_max_scan", "boundary_chars"],
  ...["boundary_scanner_locale", "type", "fragmenter", "no_match_size", "force_source", "phrase_limit"],
  ...["max_analyzed_offset", "options", "highlight_query"],
];

/** Options of each field. */
export const fieldOptions: readonly string[] = [...commonOptions, "fragment_offset", "matched_fields"];

/** The options that the members set, over `inherited`. @throws SearchRejected */
export function readOptions(
  members: ObjectMembers,
  inherited: HighlightOptions,
  reader: ClauseReader<Clause>,
): HighlightOptions {
  checkIgnored(members);
  const type = members.text("type");
  const fragmenter = members.text("fragmenter");
  const order = members.text("order");
  const encoder = members.text("encoder");
  const query = members.object("highlight_query");
  return {
    ...inherited,
    ...tagsOf(members),
    ...given("type", type),
    ...given("ordersByScore", order === undefined ? undefined : order.toUpperCase() === "SCORE"),
    ...given("fragmentSize", lengthOf(members, "fragment_size")),
    ...given("fragments", fragmentsOf(members)),
    ...given("encodesHtml", encoder === undefined ? undefined : encoder === "html"),
    ...given("requiresFieldMatch", booleanOf(members, "require_field_match")),
    ...given("boundaryScanner", scannerOf(members)),
    ...given("fragmenter", fragmenter),
    ...given("noMatchSize", lengthOf(members, "no_match_size")),
    ...given("maxAnalyzedOffset", maxAnalyzedOffsetOf(members)),
    ...given(
      "query",
      query && inMember(members, "highlight_query", () => reader.read(query, members.body, "highlight_query")),
    ),
  };
}

const given = <Name extends keyof HighlightOptions>(
  name: Name,
  value: HighlightOptions[Name] | undefined,
): Partial<HighlightOptions> => (value === undefined ? {} : { [name]: value });

/** Options of the highlighter for term vectors. They are accepted and have no effect. */
function checkIgnored(members: ObjectMembers): void {
  for (const name of ["boundary_chars", "boundary_scanner_locale"]) members.text(name);
  for (const name of ["boundary_max_scan", "phrase_limit"]) members.integer(name);
  for (const name of ["highlight_filter", "force_source"]) booleanOf(members, name);
  members.object("options");
}

function tagsOf(members: ObjectMembers): Partial<HighlightOptions> {
  const schema = members.text("tags_schema");
  if (schema !== undefined && schema !== "default" && schema !== "styled") {
    throw members.invalid("tags_schema", `Unknown tag schema [${schema}]`);
  }
  const pre = textsOf(members, "pre_tags");
  const post = textsOf(members, "post_tags");
  const end = locationOfEnd(members.body);
  if (pre && !post && schema === undefined) throw parsingException("pre_tags are set but post_tags are not set", end);
  if (pre && post && (pre.length === 0 || post.length === 0)) {
    throw parsingException("pre_tags or post_tags must not be empty", end);
  }
  const longest = [...(pre ?? []), ...(post ?? [])].reduce((most, tag) => Math.max(most, tag.length), 0);
  expectAtMost(MAX_TAG_LENGTH, longest, "characters", "[highlight] has a tag of");
  const names = [...members.body.keys()];
  // Tags and their schema set the same option: the last one given counts.
  const isSchemaLast = (name: string) => schema !== undefined && names.indexOf("tags_schema") > names.indexOf(name);
  const styled = schema === "styled" ? '<em class="hlt1">' : schema === undefined ? undefined : "<em>";
  return {
    ...given("preTag", isSchemaLast("pre_tags") ? styled : (pre?.[0] ?? styled)),
    ...given("postTag", isSchemaLast("post_tags") ? "</em>" : (post?.[0] ?? (schema && "</em>"))),
  };
}

/** -1 means that the option is not set. */
function lengthOf(members: ObjectMembers, name: string): number | undefined {
  const length = members.integer(name);
  return length === -1 ? undefined : length;
}

function fragmentsOf(members: ObjectMembers): number | undefined {
  const count = lengthOf(members, "number_of_fragments");
  if (count !== undefined && count < 0) {
    throw members.invalid("number_of_fragments", `[number_of_fragments] must not be negative, but was [${count}]`);
  }
  return count;
}

function scannerOf(members: ObjectMembers): BoundaryScanner | undefined {
  const name = members.text("boundary_scanner");
  if (name === undefined) return undefined;
  const scanner = name.toLowerCase();
  if (isScanner(scanner)) return scanner;
  const type = "org.elasticsearch.search.fetch.subphase.highlight.HighlightBuilder.BoundaryScannerType";
  throw members.invalid("boundary_scanner", `No enum constant ${type}.${name.toUpperCase()}`);
}

function maxAnalyzedOffsetOf(members: ObjectMembers): number | undefined {
  const offset = members.integer("max_analyzed_offset");
  if (offset === undefined || offset > 0) return offset;
  throw members.invalid("max_analyzed_offset", "[max_analyzed_offset] must be a positive integer");
}

function booleanOf(members: ObjectMembers, name: string): boolean | undefined {
  const value = members.body.get(name);
  if (typeof value !== "string" || value === "true" || value === "false") return members.boolean(name);
  throw members.invalid(name, `Failed to parse value [${value}] as only [true] or [false] are allowed.`);
}

/** A text, or a list of them. @throws SearchRejected */
export function textsOf(members: ObjectMembers, name: string): readonly string[] | undefined {
  const value = members.body.get(name);
  if (value === undefined) return undefined;
  const values = isArray(value) ? value : [members.scalar(name, value)];
  return values.map((each) => {
    if (isScalar(each)) return scalarText(each);
    const at = locationOfValue(members.body, name);
    const where = at ? `${at.line}:${at.col}` : "1:1";
    throw members.invalid(name, `Expected text at ${where} but found ${tokenOf(each)}`);
  });
}
