import { javaFloat } from "../answer/numbers.ts";
import type { Found } from "../collect.ts";
import { ignoredField } from "../index/schema.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import type { SearchPlan } from "../request.ts";
import type { TopDocument } from "../sort/top.ts";
import type { DocumentStore } from "../source.ts";

/** Documents fetched and written at once. The first are few, so that the answer begins soon. */
const firstChunk = 100;
const chunk = 500;

/**
 * Writes the answer in chunks. The next documents are fetched while a chunk is being sent; sources go out byte for byte
 * as they were stored. @throws what `signal` was aborted with.
 */
export async function* writeAnswer(
  plan: SearchPlan,
  found: Found,
  index: IndexReader,
  documents: DocumentStore,
  took: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const fetchChunk = async (from: number) => {
    const hits = found.documents.slice(from, from + (from === 0 ? firstChunk : chunk)).map((document) => {
      const segment = segmentOf(index, document.place);
      return { document, segment, id: segment.id(document.place - segment.base) };
    });
    const sources = plan.source === "none" ? [] : await documents.documents(hits.map(({ id }) => id));
    return { hits, sources };
  };
  let next = fetchChunk(0);
  let written = 0;
  let parts: Uint8Array[] = [text(head(plan, found, took))];
  do {
    const { hits, sources } = await next;
    signal.throwIfAborted();
    const from = written + hits.length;
    if (from < found.documents.length) {
      next = fetchChunk(from);
      // A failure surfaces when it is awaited; until then it must not count as unhandled.
      next.catch(() => undefined);
    }
    for (const [place, { document, segment, id }] of hits.entries()) {
      const before = written + place > 0 ? "," : "";
      parts.push(text(before + hitHead(index.indexName, id, document, segment, found.scored)));
      const source = sources[place];
      if (source) parts.push(text(',"_source":'), filtered(source, plan));
      const values = found.values(document);
      parts.push(text(values.length > 0 ? `,"sort":[${values.join(",")}]}` : "}"));
    }
    written = from;
    if (written < found.documents.length) yield Buffer.concat(parts);
    else parts.push(text(`]}${plan.aggregations ? `,"aggregations":${plan.aggregations.answer()}` : ""}}`));
    if (written < found.documents.length) parts = [];
  } while (written < found.documents.length);
  yield Buffer.concat(parts);
}

const text = (value: string): Uint8Array => Buffer.from(value);

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

/** Fields that left a value of the document out. */
function ignoredFields(segment: SegmentReader, doc: number): string[] {
  const values = segment.ordinals(ignoredField);
  if (!values) return [];
  const { offsets, ordinals, terms } = values;
  const from = offsets ? offsets[doc]! : doc;
  const to = offsets ? offsets[doc + 1]! : doc + 1;
  return [...ordinals.subarray(from, to)].filter((ordinal) => ordinal >= 0).map((ordinal) => terms.text(ordinal));
}

function filtered(source: Uint8Array, { source: filter }: SearchPlan): Uint8Array {
  if (typeof filter !== "function") return source;
  return text(JSON.stringify(filter(JSON.parse(Buffer.from(source).toString("utf8")))));
}

function segmentOf({ segments }: IndexReader, place: number): SegmentReader {
  const found = segments.findLast((segment) => segment.base <= place);
  if (!found) throw new RangeError(`there is no document at place ${place}`);
  return found;
}
