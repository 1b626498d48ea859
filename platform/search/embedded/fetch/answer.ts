import type { DocumentStore } from "../../documents/source.ts";
import { javaFloat } from "../../language/java-numbers.ts";
import type { SearchSignal } from "../../port.ts";
import type { Found } from "../collect.ts";
import { u32 } from "../index/arrays.ts";
import { ignoredField } from "../index/schema.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import type { SearchPlan } from "../plan.ts";
import type { TopDocument } from "../sort/top.ts";
import { TimeSlices } from "../time-slices.ts";
import { Output } from "./output.ts";

/** Hits of the first chunk: few, so that the answer begins soon. */
const MAX_FIRST_HITS = 50;
/** Hits of a later chunk. */
const MAX_HITS = 500;
/** Approximate size of a later chunk: the memory that the answer to a slow reader takes. */
const CHUNK_BYTES = 512 * 1024;

interface Hit {
  readonly document: TopDocument;
  readonly segment: SegmentReader;
  readonly id: string;
}

/**
 * Writes the answer in chunks. Unfiltered sources are copied byte for byte. Those that the segments do not hold are
 * fetched for the next chunk while one is sent. `took`: milliseconds.
 * @throws SearchRejected when there are too many buckets; errors of the document store; the signal's reason
 */
export async function* writeAnswer(
  plan: SearchPlan,
  found: Found,
  index: IndexReader,
  documents: DocumentStore,
  took: number,
  signal: SearchSignal,
): AsyncGenerator<Uint8Array> {
  const take = (from: number, count: number) => {
    const hits = found.documents.slice(from, from + count).map((document): Hit => {
      const segment = segmentOf(index, document.place);
      return { document, segment, id: segment.id(document.place - segment.base) };
    });
    return { hits, sources: plan.source === "none" ? [] : sourcesOf(hits, documents) };
  };
  let next = take(0, MAX_FIRST_HITS);
  // Computed before the answer begins, since it may throw.
  const aggregations = plan.aggregations ? `,"aggregations":${plan.aggregations.answer()}` : "";
  let bytes = 0;
  let written = 0;
  let beginning = head(plan, found, took);
  const filters = typeof plan.source === "function";
  const slices = new TimeSlices(signal);
  do {
    const { hits } = next;
    const sources = next.sources instanceof Promise ? await next.sources : next.sources;
    signal.throwIfAborted();
    const out = new Output(estimatedBytes(hits.length, sources));
    out.text(beginning);
    beginning = "";
    for (const [place, { document, segment, id }] of hits.entries()) {
      if (filters && slices.over) await slices.pass();
      const before = written + place > 0 ? "," : "";
      const source = sources[place];
      out.text(before + hitHead(index.indexName, id, document, segment, found.scored) + (source ? ',"_source":' : ""));
      if (source) out.bytes(filtered(source, plan));
      const values = found.values(document);
      out.text(values.length > 0 ? `,"sort":[${values.join(",")}]}` : "}");
    }
    written += hits.length;
    bytes += out.length;
    if (written < found.documents.length) {
      next = take(written, Math.ceil(Math.min(MAX_HITS, (CHUNK_BYTES * written) / bytes)));
      // A failure surfaces when it is awaited; until then it must not count as unhandled.
      if (next.sources instanceof Promise) next.sources.catch(() => undefined);
    } else out.text(`]}${aggregations}}`);
    yield out.done();
  } while (written < found.documents.length);
}

type Sources = readonly (Uint8Array | undefined)[];

function sourcesOf(hits: readonly Hit[], documents: DocumentStore): Sources | Promise<Sources> {
  const held = hits.map(({ document, segment }) => segment.source(document.place - segment.base));
  const missing = hits.filter((_, place) => held[place] === undefined);
  if (missing.length === 0) return held;
  return documents.documents(missing.map(({ id }) => id)).then((fetched) => {
    let next = 0;
    return held.map((source) => source ?? fetched[next++]);
  });
}

/** Approximate bytes of these hits. */
function estimatedBytes(hits: number, sources: Sources): number {
  return sources.reduce((sum, source) => sum + (source?.length ?? 0), 2048 + hits * 768);
}

function head(plan: SearchPlan, found: Found, took: number): string {
  const total = totalOf(plan, found);
  const max = Number.isNaN(found.maxScore) ? "null" : javaFloat(found.maxScore);
  const shards = '{"total":1,"successful":1,"skipped":0,"failed":0}';
  return `{"took":${took},"timed_out":false,"_shards":${shards},"hits":{${total}"max_score":${max},"hits":[`;
}

function totalOf({ countUpTo }: SearchPlan, { total }: Found): string {
  if (countUpTo === undefined) return "";
  return total > countUpTo
    ? `"total":{"value":${countUpTo},"relation":"gte"},`
    : `"total":{"value":${total},"relation":"eq"},`;
}

function hitHead(
  indexName: string,
  id: string,
  { score, place }: TopDocument,
  segment: SegmentReader,
  scored: boolean,
): string {
  const ignored = ignoredFields(segment, place - segment.base);
  return `{"_index":${JSON.stringify(indexName)},"_id":${JSON.stringify(id)},"_score":${
    scored ? javaFloat(score) : "null"
  }${ignored.length > 0 ? `,"_ignored":${JSON.stringify(ignored)}` : ""}`;
}

/** Fields that have ignored a value of the document. */
function ignoredFields(segment: SegmentReader, doc: number): string[] {
  const values = segment.ordinals(ignoredField);
  if (!values) return [];
  const { offsets, ordinals, terms } = values;
  const from = offsets ? u32(offsets, doc) : doc;
  const to = offsets ? u32(offsets, doc + 1) : doc + 1;
  return [...ordinals.subarray(from, to)].filter((ordinal) => ordinal >= 0).map((ordinal) => terms.text(ordinal));
}

function filtered(source: Uint8Array, { source: filter }: SearchPlan): Uint8Array {
  if (typeof filter !== "function") return source;
  return Buffer.from(JSON.stringify(filter(JSON.parse(Buffer.from(source).toString("utf8")))));
}

function segmentOf({ segments }: IndexReader, place: number): SegmentReader {
  const found = segments.findLast((segment) => segment.base <= place);
  if (!found) throw new RangeError(`there is no document at place ${place}`);
  return found;
}
