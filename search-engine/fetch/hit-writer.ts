import { u32 } from "../bytes/arrays.ts";
import { PageMatches } from "../highlight/page-matches.ts";
import { ignoredField } from "../index/schema.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import { javaFloat } from "../language/java/java-numbers.ts";
import type { TopDocument } from "../sort/top.ts";
import type { Work } from "../work/work.ts";
import type { FetchedValues, FetchFields } from "./fetched-fields.ts";
import type { Output } from "./output.ts";
import type { FetchPlan } from "./plan.ts";

/** A document to write. */
export interface Hit {
  readonly document: TopDocument;
  readonly segment: SegmentReader;
  readonly id: string;
}

/** The value of the field that hits are collapsed by, as JSON text. */
export interface GroupValue {
  readonly field: string;
  readonly value: string;
}

export function hitOf({ segments }: IndexReader, document: TopDocument): Hit {
  const segment = segments.findLast(({ base }) => base <= document.place);
  if (!segment) throw new RangeError(`there is no document at place ${document.place}`);
  return { document, segment, id: segment.id(document.place - segment.base) };
}

/** Writes the hits of a page one by one: of a search, of inner hits or of a bucket. */
export class HitWriter {
  readonly #plan: FetchPlan;
  readonly #indexName: string;
  readonly #page: PageMatches;

  /** `documents`: all that will be written as hits. */
  constructor(plan: FetchPlan, index: IndexReader, documents: readonly TopDocument[], work: Work) {
    this.#plan = plan;
    this.#indexName = index.indexName;
    const places = documents.map(({ place }) => place);
    this.#page = new PageMatches(index, places, work);
  }

  /** Prepares, in small steps, what depends on all hits of the page. @throws ShardFailure */
  *prepare(): Generator<void> {
    const { named, highlighter } = this.#plan;
    yield* named.run(this.#page);
    if (highlighter) yield* highlighter.prepare(this.#page);
  }

  /**
   * Writes a hit as JSON. `source`: the document, where `needsSource` asks for it; `scored`: whether the hit has its
   * score; `sort`: its sort values as JSON texts; `innerHits`: its inner hits, written as the last member.
   * @throws ShardFailure
   */
  write(
    out: Output,
    hit: Hit,
    source: Uint8Array | undefined,
    scored: boolean,
    sort: readonly string[],
    group?: GroupValue,
    innerHits?: Uint8Array,
  ): void {
    const { source: filter, highlighter, fields, named } = this.#plan;
    const isRead = typeof filter === "function" || highlighter !== undefined || fields.length > 0;
    const parsed = source && isRead ? parse(source) : undefined;
    out.text(this.#head(hit, scored) + (source && filter !== "none" ? ',"_source":' : ""));
    if (source && filter === "all") out.bytes(source);
    else if (source && typeof filter === "function") out.text(JSON.stringify(filter(parsed)));
    if (fields.length > 0 || group) out.text(fetchedText(fields, hit, parsed, group));
    const highlights = parsed && highlighter?.highlight(parsed, hit.document.place, this.#page);
    if (highlights) out.text(`,"highlight":${highlights}`);
    if (sort.length > 0) out.text(`,"sort":[${sort.join(",")}]`);
    out.text(named.text(hit.document.place, this.#page));
    if (innerHits) out.bytes(innerHits);
    out.text("}");
  }

  #head({ document: { score, place }, segment, id }: Hit, scored: boolean): string {
    const ignored = ignoredFields(segment, place - segment.base);
    const name = JSON.stringify(this.#indexName);
    const named = this.#plan.hasId ? `"_id":${JSON.stringify(id)},` : "";
    return `{"_index":${name},${named}"_score":${scored && !Number.isNaN(score) ? javaFloat(score) : "null"}${
      ignored.length > 0 ? `,"_ignored":${JSON.stringify(ignored)}` : ""
    }`;
  }
}

function fetchedText(
  fields: readonly FetchFields[],
  { document, segment }: Hit,
  source: unknown,
  group: GroupValue | undefined,
): string {
  const found: FetchedValues = { values: new Map(), ignored: new Map() };
  for (const fetch of fields) fetch(found, source, segment, document.place - segment.base);
  if (group) found.values.set(group.field, [group.value]);
  const text = (member: string, values: ReadonlyMap<string, readonly string[]>) => {
    if (values.size === 0) return "";
    const members = Array.from(values, ([name, texts]) => `${JSON.stringify(name)}:[${texts.join(",")}]`);
    return `,"${member}":{${members.join(",")}}`;
  };
  return text("ignored_field_values", found.ignored) + text("fields", found.values);
}

const parse = (source: Uint8Array): unknown => JSON.parse(Buffer.from(source).toString("utf8"));

/** Fields that have ignored a value of the document. */
function ignoredFields(segment: SegmentReader, doc: number): string[] {
  const values = segment.ordinals(ignoredField);
  if (!values) return [];
  const { offsets, ordinals, terms } = values;
  const from = offsets ? u32(offsets, doc) : doc;
  const to = offsets ? u32(offsets, doc + 1) : doc + 1;
  return [...ordinals.subarray(from, to)].filter((ordinal) => ordinal >= 0).map((ordinal) => terms.text(ordinal));
}
