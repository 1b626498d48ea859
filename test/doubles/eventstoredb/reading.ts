import { once } from "node:events";
import type streams from "@eventstore/db-client/generated/streams_pb.js";
import type { ServerWritableStream } from "@grpc/grpc-js";
import type { DoubleLog, StoredEvent } from "./log.ts";
import { caughtUp, checkpoint, confirmation, eventAnswer, streamNameOf, streamNotFound } from "./messages.ts";

export type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>;

const backwards = 1;
const defaultWindow = 32;

/** Serves a read of a stream or of all events, or a subscription until it is cancelled. */
export async function serveRead(log: DoubleLog, call: ReadCall): Promise<void> {
  const options = call.request.getOptions();
  const cancelled = new AbortController();
  call.on("cancelled", () => cancelled.abort());
  call.on("error", () => cancelled.abort());
  if (options === undefined) {
    call.end();
    return;
  }
  const stream = options.getStream();
  const all = options.getAll();
  if (stream !== undefined) {
    const name = streamNameOf(stream.getStreamIdentifier());
    const events = log.stream(name);
    if (events.length === 0) await write(call, streamNotFound(name));
    const from = stream.hasRevision() ? Number(stream.getRevision()) : stream.hasEnd() ? events.length - 1 : 0;
    await writeSome(call, options, cancelled.signal, events, (event) => event.revision - from);
    call.end();
  } else if (all !== undefined && options.hasSubscription()) {
    await subscription(log, call, options, cancelled.signal);
  } else if (all !== undefined) {
    const from = all.hasEnd() ? undefined : BigInt(all.getPosition()?.getCommitPosition() ?? 0);
    await writeSome(call, options, cancelled.signal, log.events, ({ position }) =>
      from === undefined ? -1 : position < from ? -1 : 1,
    );
    call.end();
  }
}

/** Writes forwards from the start on, or backwards from it. */
async function writeSome(
  call: ReadCall,
  options: streams.ReadReq.Options,
  cancelled: AbortSignal,
  events: readonly StoredEvent[],
  offset: (event: StoredEvent) => number,
): Promise<void> {
  const isBackwards = options.getReadDirection() === backwards;
  const count = Number(options.getCount());
  const step = isBackwards ? -1 : 1;
  let written = 0;
  for (let at = isBackwards ? events.length - 1 : 0; written < count && !cancelled.aborted; at += step) {
    const event = events[at];
    if (event === undefined) return;
    if (isBackwards ? offset(event) > 0 : offset(event) < 0) continue;
    await write(call, eventAnswer(event));
    written += 1;
  }
}

async function subscription(
  log: DoubleLog,
  call: ReadCall,
  options: streams.ReadReq.Options,
  cancelled: AbortSignal,
): Promise<void> {
  await write(call, confirmation());
  const filter = options.getFilter();
  const wanted = matcher(filter);
  const interval = (filter?.getMax() || defaultWindow) * (filter?.getCheckpointintervalmultiplier() ?? 1);
  let searched = 0;
  let isLive = false;
  let next = startOf(log, options.getAll()?.getPosition());
  while (!cancelled.aborted) {
    const event = log.events[next];
    if (event === undefined) {
      if (!isLive) await write(call, caughtUp());
      isLive = true;
      await log.more(next, cancelled);
      continue;
    }
    next += 1;
    searched += 1;
    if (wanted(event)) await write(call, eventAnswer(event));
    if (filter !== undefined && searched % interval === 0 && !cancelled.aborted) await write(call, checkpoint(log.end));
  }
}

/** Like the server, begins after the first event at or after the position, even if it is not the event of that position. */
function startOf(log: DoubleLog, position: streams.ReadReq.Options.Position | undefined): number {
  if (position === undefined) return 0;
  const at = log.events.findIndex((event) => event.position >= BigInt(position.getCommitPosition()));
  return at < 0 ? log.events.length : at + 1;
}

function matcher(filter: streams.ReadReq.Options.FilterOptions | undefined): (event: StoredEvent) => boolean {
  if (filter === undefined) return () => true;
  const expression = filter.getEventType() ?? filter.getStreamIdentifier();
  const isByType = filter.hasEventType();
  const regex = new RegExp(expression?.getRegex() || ".");
  const prefixes = expression?.getPrefixList() ?? [];
  return ({ metadata, stream }) => {
    const text = isByType ? (metadata.get("type") ?? "") : stream;
    return prefixes.length > 0 ? prefixes.some((prefix) => text.startsWith(prefix)) : regex.test(text);
  };
}

async function write(call: ReadCall, answer: streams.ReadResp): Promise<void> {
  if (call.cancelled || call.destroyed) return;
  if (call.write(answer)) return;
  const waited = new AbortController();
  const { signal } = waited;
  const ends = ["drain", "cancelled", "close", "error"].map((event) => once(call, event, { signal }));
  await Promise.race(ends)
    .catch(() => undefined)
    .finally(() => waited.abort());
  for (const end of ends) end.catch(() => undefined);
}
