import type { AnswerPiece } from "../aggregations/bucket-hits.ts";
import { type GroupValue, type Hit, HitWriter, hitOf } from "../fetch/hit-writer.ts";
import { Output } from "../fetch/output.ts";
import { type FetchPlan, needsSource } from "../fetch/plan.ts";
import { type DocumentStore, readingSteps, type Sources, sourcesOf } from "../fetch/sources.ts";
import type { IndexReader } from "../index/segment.ts";
import { javaFloat } from "../language/java/java-numbers.ts";
import type { TopDocument } from "../sort/top.ts";
import { type Cancellation, TimeSlices } from "../work/time-slices.ts";
import type { Work } from "../work/work.ts";
import type { Found } from "./collect.ts";
import type { FoundInnerHits, WrittenPlan } from "./inner-hits.ts";
import type { SearchPlan } from "./plan.ts";

/** Hits of the first chunk: few, so that the answer begins soon. */
const MAX_FIRST_HITS = 50;
/** Hits of a later chunk. */
const MAX_HITS = 500;
/** Approximate size of a later chunk: the memory of an answer to a slow client. */
const CHUNK_BYTES = 512 * 1024;

/** Number of characters of the answer's end to encode at once. */
const PART_LENGTH = CHUNK_BYTES / 4;
/** Bytes of a character in a text that is held until it is sent. */
const BYTES_OF_A_CHARACTER = 2;

/** The parts of a plan for writing hits, without the aggregations, whose buckets take most of its memory. */
type KeptPlan = Pick<SearchPlan, "fetch" | "countUpTo" | "collapse" | "work">;

/** An answer that is written as it is read. */
export interface WrittenAnswer {
  /** The `_search` answer as UTF-8 JSON, in chunks with back-pressure. */
  readonly body: AsyncGenerator<Uint8Array>;
  /** Whether hits behind the first chunk have to be computed, rather than copied. */
  readonly isComputed: boolean;
  /** Bytes of the answer held in memory until they are read. */
  readonly heldBytes: number;
}

/**
 * Writes the answer in chunks. The first one comes when the search can't be refused any more. `took`: milliseconds.
 * @throws ShardFailure; SearchRejected when there are too many buckets; errors of the document store; the signal's reason
 */
export async function writeAnswer(
  { fetch, countUpTo, collapse, work, aggregations }: SearchPlan,
  found: FoundGroups,
  index: IndexReader,
  documents: DocumentStore,
  took: number,
  signal: Cancellation,
): Promise<WrittenAnswer> {
  const plan: KeptPlan = { fetch, countUpTo, collapse, work };
  const slices = new TimeSlices(signal);
  const writer = new HitWriter(fetch, index, found.documents, work);
  for (const _ of writer.prepare()) if (slices.over) await slices.pass();
  const pages = new Pages(found.documents, fetch, index, documents);
  const first = pages.take(0, MAX_FIRST_HITS);
  // Computed before the answer begins, since it may throw.
  const end = endOf(await aggregations?.answer(documents, signal), found.suggest);
  const isHeld = isMadeWhole(plan, found);
  const chunks = chunksOf({ plan, found, index, documents, signal, slices, writer, pages, isHeld }, first, took, end);
  if (!isHeld) {
    const isComputed = makesMembers(fetch) && found.documents.length > MAX_FIRST_HITS;
    return { body: chunks, isComputed, heldBytes: end.reduce((sum, piece) => sum + bytesOf(piece), 0) };
  }
  const whole: Uint8Array[] = [];
  for await (const chunk of chunks) whole.push(chunk);
  return { body: each(whole), isComputed: false, heldBytes: whole.reduce((sum, { length }) => sum + length, 0) };
}

const bytesOf = (piece: AnswerPiece): number =>
  typeof piece === "string" ? piece.length * BYTES_OF_A_CHARACTER : piece.length;

/** The chunks. Each is released as it is read. */
async function* each(whole: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (let chunk = whole.shift(); chunk; chunk = whole.shift()) yield chunk;
}

/** Whether a later hit may still be refused, so that all must be written before any is sent. */
const isMadeWhole = ({ fetch }: KeptPlan, { inside }: FoundGroups): boolean => fetch.mayBeRefused || inside.size > 0;

/** Whether members of hits are computed, which costs steps, rather than copied. */
const makesMembers = ({ source, highlighter, fields, named }: FetchPlan): boolean =>
  typeof source === "function" || highlighter !== undefined || fields.length > 0 || !named.isEmpty;

/** Some of the hits, with their documents. */
interface Page {
  readonly hits: readonly Hit[];
  readonly sources: Sources | Promise<Sources>;
}

/** The hits of an answer, in pages. */
class Pages {
  readonly #found: readonly TopDocument[];
  readonly #plan: FetchPlan;
  readonly #index: IndexReader;
  readonly #documents: DocumentStore;

  constructor(found: readonly TopDocument[], plan: FetchPlan, index: IndexReader, documents: DocumentStore) {
    this.#found = found;
    this.#plan = plan;
    this.#index = index;
    this.#documents = documents;
  }

  /** Begins to fetch the documents that the segments do not hold. */
  take(from: number, count: number): Page {
    const hits = this.#found.slice(from, from + count).map((document) => hitOf(this.#index, document));
    const sources = needsSource(this.#plan) ? sourcesOf(hits, this.#documents) : [];
    // A failure is thrown where the sources are awaited. Until then it must not count as unhandled.
    if (sources instanceof Promise) sources.catch(() => undefined);
    return { hits, sources };
  }
}

interface Answer {
  readonly plan: KeptPlan;
  readonly found: FoundGroups;
  readonly index: IndexReader;
  readonly documents: DocumentStore;
  readonly signal: Cancellation;
  readonly slices: TimeSlices;
  readonly writer: HitWriter;
  readonly pages: Pages;
  /** Whether it is completed before any of it is sent. */
  readonly isHeld: boolean;
}

/**
 * Unfiltered sources are copied byte for byte. Sources that the segments do not hold are fetched for the next chunk
 * while one is sent.
 */
async function* chunksOf(
  { plan, found, index, documents, signal, slices, writer, pages, isHeld }: Answer,
  first: Page,
  took: number,
  end: readonly AnswerPiece[],
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let written = 0;
  let beginning = head(plan, found, took);
  const isSlow = makesMembers(plan.fetch);
  const hold = (more: number): void => {
    if (isHeld) plan.work.hold(more);
  };
  for (let page = first; ; ) {
    const { hits } = page;
    const sources = page.sources instanceof Promise ? await page.sources : page.sources;
    signal.throwIfAborted();
    if (isSlow) plan.work.spend(readingSteps(sources));
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
      hold(out.length - before - (inner?.length ?? 0));
    }
    written += hits.length;
    bytes += out.length;
    if (written >= found.documents.length) return yield* ended(out, end, hold);
    page = pages.take(written, Math.ceil(Math.min(MAX_HITS, (CHUNK_BYTES * written) / bytes)));
    yield out.done();
  }
}

/** The last hits and the end of the answer, which may be much longer. */
function* ended(out: Output, end: readonly AnswerPiece[], hold: (bytes: number) => void): Generator<Uint8Array> {
  let chunk = out;
  for (const piece of end) {
    for (const part of partsOf(piece)) {
      if (chunk.length + part.length > 2 * CHUNK_BYTES) {
        yield chunk.done();
        chunk = new Output(CHUNK_BYTES);
      }
      const before = chunk.length;
      if (typeof part === "string") chunk.text(part);
      else chunk.bytes(part);
      hold(chunk.length - before);
    }
  }
  yield chunk.done();
}

function* partsOf(piece: AnswerPiece): Generator<AnswerPiece> {
  for (let at = 0; at < piece.length; ) {
    let end = at + PART_LENGTH;
    // Both halves of a surrogate pair are encoded together.
    if (typeof piece === "string" && end < piece.length && isHighSurrogate(piece.charCodeAt(end - 1))) end--;
    yield typeof piece === "string" ? piece.slice(at, end) : piece.subarray(at, end);
    at = end;
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;

/** The group value of a hit, where hits are collapsed. */
function groupOf({ collapse }: WrittenPlan, { group }: Found, { document }: Hit): GroupValue | undefined {
  const value = group?.(document);
  return collapse && value !== undefined ? { field: collapse.field, value } : undefined;
}

function endOf(aggregations: readonly AnswerPiece[] | undefined, suggest: string | undefined): readonly AnswerPiece[] {
  return [
    "]}",
    ...(aggregations ? [',"aggregations":', ...aggregations] : []),
    ...(suggest === undefined ? [] : [`,"suggest":${suggest}`]),
    "}",
  ];
}

/** The matches of a search with their inner hits. */
export interface FoundGroups extends Found {
  readonly inside: ReadonlyMap<TopDocument, readonly FoundInnerHits[]>;
  /** The member of all suggestions, as JSON. */
  readonly suggest: string | undefined;
}

/** The inner hits of a hit, as its last member. */
async function innerHits(
  inside: readonly FoundInnerHits[],
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
        writer.write(out, hit, sources[at], found.scored, found.values(hit.document), groupOf(plan, found, hit));
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

function head(plan: KeptPlan, found: Found, took: number): string {
  const shards = '{"total":1,"successful":1,"skipped":0,"failed":0}';
  return `{"took":${took},"timed_out":false,"_shards":${shards},${hitsHead(plan, found)}`;
}

function hitsHead(plan: WrittenPlan, found: Found): string {
  const max = Number.isFinite(found.maxScore) ? javaFloat(found.maxScore) : "null";
  return `"hits":{${totalOf(plan, found)}"max_score":${max},"hits":[`;
}

function totalOf({ countUpTo }: WrittenPlan, { total }: Found): string {
  if (countUpTo === undefined) return "";
  return total > countUpTo
    ? `"total":{"value":${countUpTo},"relation":"gte"},`
    : `"total":{"value":${total},"relation":"eq"},`;
}
