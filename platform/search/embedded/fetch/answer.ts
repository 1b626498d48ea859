import type { DocumentStore } from "../../documents/source.ts";
import { javaFloat } from "../../language/java-numbers.ts";
import type { SearchSignal } from "../../port.ts";
import type { AnswerPiece } from "../aggregations/bucket-hits.ts";
import type { Found } from "../collect.ts";
import type { IndexReader } from "../index/segment.ts";
import type { SearchPlan } from "../plan.ts";
import type { TopDocument } from "../sort/top.ts";
import { TimeSlices } from "../time-slices.ts";
import type { Work } from "../work.ts";
import { type GroupValue, type Hit, HitWriter, hitOf } from "./hit-writer.ts";
import type { FoundInside, WrittenPlan } from "./inner-hits.ts";
import { Output } from "./output.ts";
import { type FetchPlan, needsSource } from "./plan.ts";
import { readingSteps, type Sources, sourcesOf } from "./sources.ts";

/** Hits of the first chunk: few, so that the answer begins soon. */
const MAX_FIRST_HITS = 50;
/** Hits of a later chunk. */
const MAX_HITS = 500;
/** Approximate size of a later chunk: the memory that the answer to a slow reader takes. */
const CHUNK_BYTES = 512 * 1024;

/**
 * Writes the answer in chunks, the first of which comes when nothing can be refused any more. `took`: milliseconds.
 * @throws ShardFailure; SearchRejected when there are too many buckets; errors of the document store; the signal's reason
 */
export async function* writeAnswer(...parts: AnswerParts): AsyncGenerator<Uint8Array> {
  const [plan, found] = parts;
  if (!isMadeWhole(plan, found)) return yield* chunksOf(...parts);
  const whole: Uint8Array[] = [];
  for await (const chunk of chunksOf(...parts)) whole.push(chunk);
  for (let chunk = whole.shift(); chunk; chunk = whole.shift()) yield chunk;
}

type AnswerParts = Parameters<typeof chunksOf>;

/** Whether a later hit may still be refused, so that nothing is sent before all of them are made. */
const isMadeWhole = ({ fetch }: SearchPlan, { inside }: FoundGroups): boolean => fetch.mayBeRefused || inside.size > 0;

/** Whether members of hits are made, which takes work that is counted, and are not only copied. */
const makesMembers = ({ source, highlighter, fields, named }: FetchPlan): boolean =>
  typeof source === "function" || highlighter !== undefined || fields.length > 0 || !named.isEmpty;

/**
 * Unfiltered sources are copied byte for byte. Those that the segments do not hold are fetched for the next chunk while one
 * is sent.
 */
async function* chunksOf(
  plan: SearchPlan,
  found: FoundGroups,
  index: IndexReader,
  documents: DocumentStore,
  took: number,
  signal: SearchSignal,
): AsyncGenerator<Uint8Array> {
  const slices = new TimeSlices(signal);
  const writer = new HitWriter(plan.fetch, index, found.documents, plan.work);
  for (const _ of writer.prepare()) if (slices.over) await slices.pass();
  const take = (from: number, count: number) => {
    const hits = found.documents.slice(from, from + count).map((document) => hitOf(index, document));
    const sources = needsSource(plan.fetch) ? sourcesOf(hits, documents) : [];
    // A failure surfaces when it is awaited; until then it must not count as unhandled.
    if (sources instanceof Promise) sources.catch(() => undefined);
    return { hits, sources };
  };
  let next = take(0, MAX_FIRST_HITS);
  // Computed before the answer begins, since it may throw.
  const aggregations = await plan.aggregations?.answer(documents, signal);
  let bytes = 0;
  let written = 0;
  let beginning = head(plan, found, took);
  const isSlow = makesMembers(plan.fetch);
  const isHeld = isMadeWhole(plan, found);
  do {
    const { hits } = next;
    const sources = next.sources instanceof Promise ? await next.sources : next.sources;
    signal.throwIfAborted();
    const out = new Output(estimatedBytes(hits.length, sources));
    out.text(beginning);
    beginning = "";
    for (const [place, hit] of hits.entries()) {
      if (isSlow && slices.over) await slices.pass();
      if (written + place > 0) out.text(",");
      const before = out.length;
      const inside = found.inside.get(hit.document);
      const inner = inside && (await innerHits(inside, index, documents, slices, plan.work));
      writer.write(
        out,
        hit,
        sources[place],
        found.scored,
        found.values(hit.document),
        groupOf(plan, found, hit),
        inner,
      );
      if (isHeld) plan.work.hold(out.length - before - (inner?.length ?? 0));
    }
    written += hits.length;
    bytes += out.length;
    if (written < found.documents.length) {
      next = take(written, Math.ceil(Math.min(MAX_HITS, (CHUNK_BYTES * written) / bytes)));
    } else {
      const before = out.length;
      writeEnd(out, aggregations, found.suggest);
      if (isHeld) plan.work.hold(out.length - before);
    }
    yield out.done();
  } while (written < found.documents.length);
}

/** Where hits are collapsed, the value that they are the best of. */
function groupOf({ collapse }: SearchPlan, { group }: Found, { document }: Hit): GroupValue | undefined {
  const value = group?.(document);
  return collapse && value !== undefined ? { field: collapse.field, value } : undefined;
}

function writeEnd(out: Output, aggregations: readonly AnswerPiece[] | undefined, suggest: string | undefined): void {
  out.text(aggregations ? ']},"aggregations":' : "]}");
  for (const piece of aggregations ?? []) {
    if (typeof piece === "string") out.text(piece);
    else out.bytes(piece);
  }
  if (suggest !== undefined) out.text(`,"suggest":${suggest}`);
  out.text("}");
}

/** What a search has found, with the hits inside its hits. */
export interface FoundGroups extends Found {
  readonly inside: ReadonlyMap<TopDocument, readonly FoundInside[]>;
  /** The member of all suggestions, as JSON. */
  readonly suggest: string | undefined;
}

/** The hits inside a hit as the member that it ends with. */
async function innerHits(
  inside: readonly FoundInside[],
  index: IndexReader,
  documents: DocumentStore,
  slices: TimeSlices,
  work: Work,
): Promise<Uint8Array> {
  const out = new Output(4096);
  let held = 0;
  const hold = (): void => {
    work.hold(out.length - held);
    held = out.length;
  };
  out.text(',"inner_hits":{');
  for (const [place, { name, plan, found }] of inside.entries()) {
    out.text(`${place > 0 ? "," : ""}${JSON.stringify(name)}:{${hitsHead(plan, found)}`);
    hold();
    const writer = new HitWriter(plan.fetch, index, found.documents, work);
    for (const _ of writer.prepare()) if (slices.over) await slices.pass();
    for (let from = 0; from < found.documents.length; from += MAX_HITS) {
      const hits = found.documents.slice(from, from + MAX_HITS).map((document) => hitOf(index, document));
      const sources = needsSource(plan.fetch) ? await sourcesOf(hits, documents) : [];
      work.spend(readingSteps(sources));
      for (const [at, hit] of hits.entries()) {
        if (slices.over) await slices.pass();
        if (from + at > 0) out.text(",");
        writer.write(out, hit, sources[at], found.scored, found.values(hit.document));
        hold();
      }
    }
    out.text("]}}");
  }
  out.text("}");
  hold();
  return out.done();
}

/** Approximate bytes of these hits. */
function estimatedBytes(hits: number, sources: Sources): number {
  return sources.reduce((sum, source) => sum + (source?.length ?? 0), 2048 + hits * 768);
}

function head(plan: SearchPlan, found: Found, took: number): string {
  const shards = '{"total":1,"successful":1,"skipped":0,"failed":0}';
  return `{"took":${took},"timed_out":false,"_shards":${shards},${hitsHead(plan, found)}`;
}

function hitsHead(plan: WrittenPlan, found: Found): string {
  const max = Number.isNaN(found.maxScore) ? "null" : javaFloat(found.maxScore);
  return `"hits":{${totalOf(plan, found)}"max_score":${max},"hits":[`;
}

function totalOf({ countUpTo }: WrittenPlan, { total }: Found): string {
  if (countUpTo === undefined) return "";
  return total > countUpTo
    ? `"total":{"value":${countUpTo},"relation":"gte"},`
    : `"total":{"value":${total},"relation":"eq"},`;
}
