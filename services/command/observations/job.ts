import type { LineError } from "../../../contracts/observation.ts";
import type { EventStore, Position } from "../../../platform/event-store/port.ts";
import type { Contended } from "../handling/command-handler.ts";
import type { Job, JobInput, ListInput } from "../jobs/job.ts";
import { hasMoreElements } from "../parsing/elements.ts";
import type { Refused } from "../parsing/read-json.ts";
import { type Group, Grouping, inOrder } from "./columns.ts";
import { checkEntry } from "./entry.ts";
import type { Delivery } from "./observations.ts";
import {
  type EntryErrors,
  hasMoreLines,
  type LocatedEntry,
  RefusedElements,
  RefusedLines,
  readElements,
  readLines,
} from "./read-entries.ts";
import { seriesDirectory } from "./series-directory.ts";
import { logBefore, type Stored, storeValues } from "./store-values.ts";

/** Values to be stored on behalf of the sender's provider. */
export interface IngestInput extends Omit<Delivery, "throughLine">, JobInput {
  /** The network's, minutes. */
  readonly offset: number;
}

/** What was ingested, as plain data. */
interface Ingested {
  readonly outcome: "done";
  readonly position: Position;
  /** Ids of the series that got values. */
  readonly series: readonly number[];
  readonly values: number;
}

export type IngestedArray = Ingested | Contended | Refused;

/** The outcome of lines, some of which may be refused. */
export type IngestedLines =
  | Contended
  | (Ingested & {
      /** How many there were, empty ones too. */
      readonly lines: number;
      /** Lines with an entry that fits its series. Their values are stored, or deferred. */
      readonly accepted: number;
      readonly refused: number;
      readonly errors: readonly LineError[];
      /** Values that are stored with the next lines, and not yet. */
      readonly deferred: readonly Group[];
      readonly isRetry: boolean;
    });

/** Stores the values of a body that is an array of entries: all of them or none. */
async function ingestArray(eventStore: EventStore, input: IngestInput & ListInput): Promise<IngestedArray> {
  const errors = new RefusedElements();
  const entries = readElements(input.bytes, input.maxItems, input.offset, errors);
  if ("outcome" in entries) return entries;
  const sorted = await sort(eventStore, input, entries, errors);
  for (const group of sorted.groups) refuseRepeated(group, errors);
  if (errors.count === 0) {
    const before = await logBefore(eventStore, input);
    return store(eventStore, { ...input, ...before, throughLine: Number.POSITIVE_INFINITY }, sorted);
  }
  if (errors.count > sorted.foreign) {
    return errors.refusal("Nothing was stored: errors lists the invalid entries and why.");
  }
  return {
    ...errors.refusal("Nothing was stored: some series belong to other providers."),
    code: "series-owned-by-another",
  };
}

export interface LinesInput extends IngestInput {
  /** Number of the first line. */
  readonly first: number;
  /** Values of earlier lines that were deferred. */
  readonly deferred: readonly Group[];
  /** Whether no more lines follow. */
  readonly isLast: boolean;
}

/** Stores the values of lines that fit. */
async function ingestLines(eventStore: EventStore, input: LinesInput): Promise<IngestedLines> {
  const refused = new RefusedLines();
  const { entries, count: lines } = readLines(input.bytes, input.first, input.offset, refused);
  const unreadable = refused.count;
  const throughLine = input.isLast ? Number.POSITIVE_INFINITY : input.first + lines - 1;
  const sorted = await sort(eventStore, input, entries, refused, input.deferred);
  const ingested = await store(eventStore, { ...input, throughLine }, sorted);
  if (ingested.outcome !== "done") return ingested;
  const errors = refused.errors.sort((a, b) => a.line - b.line);
  const accepted = entries.length - (refused.count - unreadable);
  return { ...ingested, lines, accepted, refused: refused.count, errors };
}

interface Sorted {
  readonly groups: readonly Group[];
  readonly series: readonly number[];
  readonly values: number;
  /** Entries for series of other providers. */
  readonly foreign: number;
}

/** Sorts the entries that fit their series into groups. */
async function sort(
  eventStore: EventStore,
  { context, offset }: IngestInput,
  entries: readonly LocatedEntry[],
  errors: EntryErrors,
  deferred: readonly Group[] = [],
): Promise<Sorted> {
  const known = await seriesDirectory(eventStore).find(entries.map(({ entry }) => entry.series));
  const grouping = new Grouping(offset);
  for (const group of deferred) grouping.restore(group);
  const ingested = new Set<number>();
  let values = 0;
  let foreign = 0;
  for (const { line, entry } of entries) {
    const series = known.get(entry.series);
    const reportError = errors.at(line);
    let fits = true;
    const report = (path: string, message: string): void => {
      fits = false;
      reportError(path, message);
    };
    if (!series) {
      report("/timeseries", `there is no time series ${entry.series}`);
    } else if (series.provider !== context.metadata.provider) {
      report("/timeseries", `time series ${entry.series} belongs to another provider`);
      foreign++;
    } else {
      checkEntry(entry, { timestep: series.timestep, offset, now: context.metadata.time }, report);
      if (!fits) continue;
      grouping.add(entry, series.timestep, line);
      values += entry.fromTime.length;
      if (entry.fromTime.length > 0) ingested.add(entry.series);
    }
  }
  return { groups: [...grouping.groups()], series: [...ingested], values, foreign };
}

async function store(
  eventStore: EventStore,
  input: IngestInput & Delivery,
  { groups, series, values }: Sorted,
): Promise<(Ingested & Extract<Stored, { outcome: "done" }>) | Contended> {
  const stored: Stored = input.context.dryRun
    ? { outcome: "done", position: eventStore.start, deferred: [], isRetry: input.isRetry }
    : await storeValues(eventStore, groups, input);
  return stored.outcome === "done" ? { ...stored, series, values } : stored;
}

export const ingestArrayJob: Job<IngestInput & ListInput, IngestedArray> = {
  name: "ingest-array",
  hasMoreItems: hasMoreElements,
  run: ingestArray,
};
export const ingestLinesJob: Job<LinesInput, IngestedLines> = {
  name: "ingest-lines",
  hasMoreItems: hasMoreLines,
  run: ingestLines,
};

function refuseRepeated(group: Group, errors: EntryErrors): void {
  inOrder(group, (line, earlier) => {
    const message = `hold a value of time series ${group.series} for a time that element ${earlier - 1} has too`;
    errors.at(line)("/values", message);
  });
}
