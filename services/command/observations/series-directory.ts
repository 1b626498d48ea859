import { LRUCache } from "lru-cache";
import { readEvent } from "../../../contracts/events.ts";
import { timeSeriesStream } from "../../../contracts/measurement-events.ts";
import { forEachConcurrently } from "../../../platform/async/for-each-concurrently.ts";
import type { EventStore, Revision } from "../../../platform/event-store/port.ts";

/** What storing values needs to know of a series. */
export interface KnownSeries {
  readonly timestep: number;
  readonly provider: string;
}

/** Series that are kept in memory. */
const MAX_KNOWN_SERIES = 50_000;

/** Streams that are read at a time. */
const MAX_CONCURRENT_READS = 8;

/** Finds series in the log, and reads those again that have changed. */
class SeriesDirectory {
  readonly #eventStore: EventStore;
  readonly #known = new LRUCache<number, KnownSeries & { readonly revision: Revision }>({ max: MAX_KNOWN_SERIES });

  constructor(eventStore: EventStore) {
    this.#eventStore = eventStore;
  }

  /** The series that exist now. Takes one round trip, and one for each series that is new or has changed. */
  async find(ids: Iterable<number>): Promise<ReadonlyMap<number, KnownSeries>> {
    const wanted = [...new Set(ids)];
    const heads = await this.#eventStore.latest(wanted.map(timeSeriesStream));
    const found = new Map<number, KnownSeries>();
    const changed: (readonly [number, Revision])[] = [];
    for (const id of wanted) {
      const head = heads.get(timeSeriesStream(id));
      if (!head || head.type === "TimeSeriesDeleted") continue;
      const known = this.#known.get(id);
      if (known?.revision === head.revision) found.set(id, known);
      else changed.push([id, head.revision]);
    }
    await forEachConcurrently(MAX_CONCURRENT_READS, changed, async ([id, revision]) => {
      const series = await this.#read(id, revision);
      if (series) found.set(id, series);
    });
    return found;
  }

  async #read(id: number, revision: Revision): Promise<KnownSeries | undefined> {
    for await (const recorded of this.#eventStore.read(timeSeriesStream(id), revision)) {
      const event = readEvent(recorded);
      if (event.type !== "TimeSeriesAdded" && event.type !== "TimeSeriesUpdated") return undefined;
      const { timestep, provider } = event.data.series;
      const series = { timestep, provider, revision: recorded.revision };
      this.#known.set(id, series);
      return series;
    }
    return undefined;
  }
}

const directories = new WeakMap<EventStore, SeriesDirectory>();

/** The directory of an event store: one for each connection to it. */
export function seriesDirectory(eventStore: EventStore): SeriesDirectory {
  const known = directories.get(eventStore);
  if (known) return known;
  const directory = new SeriesDirectory(eventStore);
  directories.set(eventStore, directory);
  return directory;
}
