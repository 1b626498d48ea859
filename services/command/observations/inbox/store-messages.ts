import type { WrittenVersions } from "../../../../contracts/events.ts";
import { observationsStream } from "../../../../contracts/measurement-events.ts";
import { packed } from "../../../../contracts/observation-columns.ts";
import { forEachConcurrently } from "../../../../platform/async/for-each-concurrently.ts";
import type { AppendResult, EventStore, NewEvent } from "../../../../platform/event-store/port.ts";
import { inWrittenVersion } from "../../handling/written-version.ts";
import type { Job, JobInput } from "../../jobs/job.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { contentsOf, Grouping, inOrder } from "../columns.ts";
import { checkEntry } from "../entry.ts";
import { hasMoreLines, type LocatedEntry, RefusedLines, readLines } from "../read-entries.ts";
import { seriesDirectory } from "../series-directory.ts";
import type { StoreMessages } from "./inbox.ts";
import { eventIdOf, type InboxMessage, type Refused } from "./message.ts";

const type = "ObservationsIngested";

/** What all events of messages share. */
interface Circumstances {
  /** The network's UTC offset, in minutes. */
  readonly offset: number;
  /** The actor in the events' metadata. */
  readonly actor: string;
}

/** Messages as plain data. `bytes` are their lines, one after the other. */
export interface MessagesInput extends JobInput, Circumstances {
  readonly messages: readonly (Omit<InboxMessage, "line"> & { readonly length: number })[];
  readonly isRetry: boolean;
  readonly time: string;
  readonly versions: WrittenVersions;
}

export interface MessageStoreOptions extends Circumstances {
  readonly jobs: Jobs;
  readonly clock: () => Date;
  readonly writtenVersions: () => WrittenVersions;
}

/**
 * Stores messages. Each has one or several entries as lines, and all of them or none are stored. A message's events do not
 * depend on the messages delivered with it, so they have the same ids however often it is delivered.
 */
export function createMessageStore({
  jobs,
  clock,
  writtenVersions,
  ...circumstances
}: MessageStoreOptions): StoreMessages {
  return async (messages, isRetry) => {
    const input: MessagesInput = {
      ...circumstances,
      // A copy, which can be transferred to another thread.
      bytes: new Uint8Array(Buffer.concat(messages.map(({ line }) => line))),
      messages: messages.map(({ line, ...message }) => ({ ...message, length: line.length })),
      isRetry,
      time: clock().toISOString(),
      versions: writtenVersions(),
    };
    // A group of its own, so that clients find the other thread free.
    return jobs.run(storeMessagesJob, input, ["inboxes", circumstances.actor]);
  };
}

async function storeMessages(eventStore: EventStore, input: MessagesInput): Promise<readonly (Refused | undefined)[]> {
  const { offset, actor, time, versions, isRetry } = input;
  const read = readMessages(input);
  const ids = read.flatMap((each) => ("entries" in each ? each.entries.map(({ entry }) => entry.series) : []));
  const known = await seriesDirectory(eventStore).find(ids);
  const appends = new Map<string, NewEvent[]>();
  const answers = read.map((each): Refused | undefined => {
    if ("reason" in each) return each;
    const { message, entries } = each;
    const { provider, trace } = message;
    const grouping = new Grouping(offset);
    const refused = new RefusedLines();
    for (const { line, entry } of entries) {
      const series = known.get(entry.series);
      const report = refused.at(line);
      if (!series) report("/timeseries", `there is no time series ${entry.series}`);
      else if (series.provider !== provider) report("/timeseries", `${entry.series} belongs to another provider`);
      else {
        checkEntry(entry, { timestep: series.timestep, offset, now: time }, report);
        if (refused.count === 0) grouping.add(entry, series.timestep, line);
      }
    }
    if (refused.count > 0) return reasonOf(refused);
    const meta = { actor, provider, time, correlationId: eventIdOf(message, ""), ...trace };
    for (const group of grouping.groups()) {
      const stream = observationsStream(group.series, group.month);
      const events = appends.get(stream) ?? [];
      appends.set(stream, events);
      for (const [part, content] of [...contentsOf(inOrder(group))].entries()) {
        const id = eventIdOf(message, `${stream}/${part}`);
        const data = Buffer.from(JSON.stringify(packed(content)));
        events.push(inWrittenVersion({ id, type, data, meta }, versions));
      }
    }
    return undefined;
  });
  await append(eventStore, appends, isRetry);
  return answers;
}

export const storeMessagesJob: Job<MessagesInput, readonly (Refused | undefined)[]> = {
  name: "store-messages",
  hasMoreItems: (input, count) => input.messages.length > count || hasMoreLines(input, count),
  run: storeMessages,
};

type Read = { readonly message: Omit<InboxMessage, "line">; readonly entries: readonly LocatedEntry[] } | Refused;

function readMessages({ bytes, messages, offset }: MessagesInput): Read[] {
  let end = 0;
  return messages.map((message) => {
    const start = end;
    end += message.length;
    const refused = new RefusedLines();
    const { entries } = readLines(bytes.subarray(start, end), 1, offset, refused);
    return refused.count > 0 ? reasonOf(refused) : { message, entries };
  });
}

function reasonOf({ errors }: RefusedLines): Refused {
  const [error] = errors;
  const where = error && error.line > 1 ? `line ${error.line}${error.path}` : error?.path;
  return { reason: [where, error?.message].filter(Boolean).join(" ") };
}

type Appends = ReadonlyMap<string, readonly NewEvent[]>;

/** Appends the events; on a retry only those that are missing. */
async function append(eventStore: EventStore, appends: Appends, isRetry: boolean): Promise<void> {
  // A store that knows every id tells whether some are in the log.
  if (isRetry && !eventStore.knowsEveryId) return appendMissing(eventStore, appends);
  const result = await appendTo(eventStore, appends);
  // Another process stored some of these messages and ended before it committed their offsets.
  if (result.outcome === "conflict") await appendMissing(eventStore, appends);
}

async function appendMissing(eventStore: EventStore, appends: Appends): Promise<void> {
  const result = await appendTo(eventStore, await withoutStored(eventStore, appends));
  if (result.outcome === "conflict") throw new Error(`the stream ${result.stream} holds events that belong elsewhere`);
}

async function appendTo(eventStore: EventStore, appends: Appends): Promise<AppendResult | { outcome: "nothing" }> {
  if (appends.size === 0) return { outcome: "nothing" };
  return eventStore.append([...appends].map(([stream, events]) => ({ stream, expected: "any", events })));
}

/** Streams that are looked through at a time. */
const CONCURRENT_STREAMS = 8;

async function withoutStored(eventStore: EventStore, appends: Appends): Promise<Appends> {
  const heads = await eventStore.latest([...appends.keys()]);
  const missing = new Map(appends);
  await forEachConcurrently(CONCURRENT_STREAMS, [...heads.keys()], async (stream) => {
    const events = appends.get(stream) ?? [];
    const sought = new Set(events.map(({ id }) => id));
    // Redelivered messages were stored not long ago, so they are sought from the newest event on.
    await eventStore.findLast(stream, ({ id }) => sought.delete(id) && sought.size === 0);
    const rest = events.filter(({ id }) => sought.has(id));
    if (rest.length > 0) missing.set(stream, rest);
    else missing.delete(stream);
  });
  return missing;
}
