import { messageOf } from "../../platform/errors.ts";
import { comparePositions, type EventStore } from "../../platform/event-store/port.ts";
import { SECRETS } from "../../platform/secret-files.ts";
import { StartFailure } from "../../platform/start-failure.ts";

/**
 * Variables that name where data lie, or come from. With the real system's Kafka, a demonstration would take the
 * observations that the real system waits for.
 */
const PLACES = ["AIRLOG_DATA", "DATABASE_URL", "EVENTSTORE_URL", "KAFKA_BROKERS"];

/** Why the environment is refused: it names a place of data, which may be a real system's. Undefined if it names none. */
export function refusalOf(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const files = SECRETS.filter((name) => PLACES.includes(name)).map((name) => `${name}_FILE`);
  const set = [...PLACES, ...files].filter((name) => environment[name]);
  if (set.length === 0) return undefined;
  return (
    `${set.join(", ")} ${set.length > 1 ? "are" : "is"} set: unset ${set.length > 1 ? "them" : "it"}, so that the ` +
    "demonstration has a data folder of its own, or give --here to fill what is named there."
  );
}

const HINT = /set AIRLOG_DATA( to [^.,]*)?/gi;

/** A failure of the start, whose hints to set AIRLOG_DATA also name --here: the demonstration refuses it without. */
export function withHere(error: unknown): unknown {
  const message = messageOf(error);
  const changed = message.replace(HINT, "$& and give --here");
  return changed === message ? error : new StartFailure(changed, { cause: error });
}

/**
 * Refuses a log that the demonstration has not begun. Others may write to its own log, too.
 * @throws StartFailure when the first event is not of the demonstration's provider
 */
export async function refuseOtherData(eventStore: EventStore, provider: string): Promise<void> {
  const reading = new AbortController();
  // An empty log has no first page: reading one would wait.
  if (comparePositions(eventStore.start, await eventStore.head()) >= 0) return;
  try {
    for await (const { events } of eventStore.follow(eventStore.start, { signal: reading.signal })) {
      const [first] = events;
      if (first === undefined) continue;
      if (first.meta.provider === provider) return;
      throw new StartFailure(
        `The log has data of ${JSON.stringify(first.meta.provider)}, such as ${first.type} in ${first.stream}: the ` +
          "demonstration fills only a log of its own. Start this one with npm start, or give the demonstration another.",
      );
    }
  } finally {
    reading.abort();
  }
}
