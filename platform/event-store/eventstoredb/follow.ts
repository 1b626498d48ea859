import { type AllStreamResolvedEvent, eventTypeFilter, START } from "@eventstore/db-client";
import type { EventBatch, FollowOptions } from "../port.ts";
import { type Connection, Retries } from "./connection.ts";
import { isOurs, placeOf, recorded } from "./events.ts";
import { type Arrival, Inbox } from "./inbox.ts";
import { comparePlaces, type Place, type Positions } from "./positions.ts";
import { type Limits, readHead } from "./reading.ts";

/** How many events the server looks at before it gives a sign of life, when none of them is wanted. */
const searchWindow = 512;

/** A subscription that has caught up and is silent this long, in milliseconds, is compared with the head of the log. */
const silenceAtHead = 250;

/** One that is still catching up gives signs of life while it searches, so it may be given up after this long. */
const silenceBehind = 5_000;

/**
 * Follows the log through one subscription after another, each from our own place, which is always that of an event: the
 * server begins behind the first event that it finds there. The places that it reports while it searches are not used;
 * some lie between events, and some versions report one that lies too far.
 *
 * A subscription that fails is replaced after a pause. One that is silent while the log grows is replaced too: it broke
 * without a word, or only unwanted events came. The new one tells when it has caught up, and then there is nothing more
 * to come up to the head as it was before: so the position moves over unwanted events.
 */
export async function* follow(
  connection: Connection,
  positions: Positions,
  from: Place,
  limits: Limits,
  { types, signal: stop }: FollowOptions,
): AsyncGenerator<EventBatch> {
  const signal = AbortSignal.any([stop, connection.closed]);
  const retries = new Retries(connection);
  let at = from;
  while (!signal.aborted) {
    try {
      const head = await readHead(connection);
      if (signal.aborted) return;
      await using subscription = subscribe(connection, positions, { at, head, limits, types });
      for (;;) {
        const gathered = await subscription.inbox.take(
          subscription.isCaughtUp() ? silenceAtHead : silenceBehind,
          signal,
        );
        if (signal.aborted) return;
        if (gathered === undefined) {
          const isBehind = comparePlaces(at, await readHead(connection)) < 0;
          retries.succeeded();
          if (isBehind) break;
        } else {
          retries.succeeded();
          at = gathered.place;
          yield { events: gathered.events, position: positions.of(at) };
          if (signal.aborted) return;
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      await retries.pauseAfter(error, signal);
    }
  }
}

interface Subscribing {
  readonly at: Place;
  /** What the log had at least before the subscription began. */
  readonly head: Place;
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
      maxSearchWindow: searchWindow,
      checkpointInterval: 1,
      checkpointReached: () => void events.push("searching" satisfies Sign),
    }),
  });
  // An error that comes when nobody reads any more would end the process.
  events.on("error", () => undefined);
  events.on("caughtUp", () => void events.push("caught up" satisfies Sign));

  let ended = false;
  let caughtUp = false;
  const pump = async () => {
    try {
      for await (const item of events as AsyncIterable<AllStreamResolvedEvent | Sign>) {
        if (item === "searching") inbox.touch();
        else if (item === "caught up") {
          await inbox.put({ place: head });
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
      // Not waited for: it would wait for a server that is lost.
      void events.unsubscribe().catch(() => undefined);
      events.destroy();
    },
  };
}

/** What a subscription says beside its events. Goes the same way, so that it keeps its place among them. */
type Sign = "searching" | "caught up";

function arrivalOf(item: AllStreamResolvedEvent, positions: Positions): Arrival {
  const { event } = item;
  if (event === undefined) throw new Error("EventStoreDB sent an event without content");
  const place = placeOf(event);
  return isOurs(event) ? { place, event: recorded(event, positions) } : { place };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
