import { type AllStreamResolvedEvent, eventTypeFilter, START } from "@eventstore/db-client";
import { Backoff } from "../../async/backoff.ts";
import type { EventBatch, FollowOptions } from "../port.ts";
import { type Connection, finalError, isTransient, RETRY_DELAYS } from "./connection.ts";
import { isOurs, pointerOf, recorded } from "./events.ts";
import { type Arrival, Inbox } from "./inbox.ts";
import { type CommitPointer, comparePointers, type Positions } from "./positions.ts";
import { type Limits, readHead } from "./reading.ts";

/** Number of unwanted events that the server examines before it reports a checkpoint. */
const SEARCH_WINDOW = 512;

/** A subscription that has caught up and is silent this long is compared with the head of the log. */
const SILENCE_AT_HEAD_MS = 250;

/** One that is catching up reports checkpoints while it searches, so it may be replaced after this silence. */
const SILENCE_BEHIND_MS = 5_000;

/**
 * Follows the log through one subscription after another. Each begins at a pointer that we keep. It is always the
 * pointer of an event, since the server continues after the first event that it finds there. The checkpoints that the
 * server reports while it searches are not used: some lie between events, and some versions report one that lies too
 * far.
 *
 * A subscription that fails is replaced after a delay. One that is silent while the log grows is replaced too: it broke
 * without an error, or only unwanted events came. When the new one reports that it has caught up, no wanted event lies
 * before the head that was read before it began, so the position moves there.
 */
export async function* follow(
  connection: Connection,
  positions: Positions,
  from: CommitPointer,
  limits: Limits,
  { types, signal: stop }: FollowOptions,
): AsyncGenerator<EventBatch> {
  const signal = AbortSignal.any([stop, connection.closed]);
  const backoff = new Backoff(RETRY_DELAYS);
  let failingSince: number | undefined;
  const user = Symbol("follower");
  const succeeded = () => {
    backoff.reset();
    failingSince = undefined;
    connection.watch?.answered(user);
  };
  let at = from;
  using _ = { [Symbol.dispose]: () => connection.watch?.forget(user) };
  while (!signal.aborted) {
    try {
      const head = await readHead(connection);
      if (signal.aborted) return;
      await using subscription = subscribe(connection, positions, { at, head, limits, types });
      for (;;) {
        const silenceMs = subscription.isCaughtUp() ? SILENCE_AT_HEAD_MS : SILENCE_BEHIND_MS;
        const gathered = await subscription.inbox.take(silenceMs, signal);
        if (signal.aborted) return;
        if (gathered === undefined) {
          const isBehind = comparePointers(at, await readHead(connection)) < 0;
          succeeded();
          if (isBehind) break;
        } else {
          succeeded();
          at = gathered.pointer;
          yield { events: gathered.events, position: positions.of(at) };
          if (signal.aborted) return;
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isTransient(error)) connection.watch?.retried(error, user);
      failingSince ??= performance.now();
      const isTimedOut = performance.now() - failingSince >= connection.retryTimeoutMs;
      if (isTimedOut || !isTransient(error)) throw finalError(error);
      await backoff.wait(signal);
    }
  }
}

interface Subscribing {
  readonly at: CommitPointer;
  /** The head of the log, read before the subscription began. */
  readonly head: CommitPointer;
  readonly limits: Limits;
  readonly types: readonly string[] | undefined;
}

interface Subscription extends AsyncDisposable {
  readonly inbox: Inbox;
  isCaughtUp(): boolean;
}

function subscribe(
  connection: Connection,
  positions: Positions,
  { at, head, limits, types }: Subscribing,
): Subscription {
  const inbox = new Inbox(at, limits);
  const events = connection.client.subscribeToAll({
    ...connection.reading,
    fromPosition: at.commit === 0n ? START : at,
    filter: eventTypeFilter({
      regex: types === undefined ? "^[^$]" : `^(${types.map(escaped).join("|")})$`,
      maxSearchWindow: SEARCH_WINDOW,
      checkpointInterval: 1,
      checkpointReached: () => void events.push("searching" satisfies Signal),
    }),
  });
  // An error without a listener, after the pump has ended, would end the process.
  events.on("error", () => undefined);
  events.on("caughtUp", () => void events.push("caught up" satisfies Signal));

  let ended = false;
  let caughtUp = false;
  const pump = async () => {
    try {
      // The signals are pushed above.
      for await (const item of events as AsyncIterable<AllStreamResolvedEvent | Signal>) {
        if (item === "searching") inbox.touch();
        else if (item === "caught up") {
          await inbox.put({ pointer: head });
          caughtUp = true;
        } else await inbox.put(arrivalOf(item, positions));
        if (ended) return;
      }
      throw new Error("premature close");
    } catch (error) {
      inbox.fail(error);
    }
  };
  void pump();
  return {
    inbox,
    isCaughtUp: () => caughtUp,
    [Symbol.asyncDispose]: async () => {
      ended = true;
      // Not awaited: that would wait for a server that is lost.
      void events.unsubscribe().catch(() => undefined);
      events.destroy();
    },
  };
}

/** Reports of a subscription other than events. They are queued with the events to keep the order. */
type Signal = "searching" | "caught up";

function arrivalOf(item: AllStreamResolvedEvent, positions: Positions): Arrival {
  const { event } = item;
  if (event === undefined) throw new Error("EventStoreDB sent an event without content");
  const pointer = pointerOf(event);
  return isOurs(event) ? { pointer, event: recorded(event, positions) } : { pointer };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
