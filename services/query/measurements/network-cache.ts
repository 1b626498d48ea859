import type { observations } from "../../../contracts/views/observations.ts";
import type { stations } from "../../../contracts/views/stations.ts";
import { Coalesced } from "../../../platform/async/coalesced.ts";
import type { Queryable } from "../../../platform/database/port.ts";
import type { Components } from "../../../platform/health.ts";
import type { AirQualityIndex } from "../../../science/air-quality-index/index-table.ts";
import {
  type CachedView,
  openViewCache,
  type ViewCache,
  type ViewCacheParts,
  type ViewPosition,
} from "../views/view-cache.ts";
import { type DirectoryRow, Network } from "./network.ts";
import type { NewestRow } from "./newest/newest.ts";
import { readValuesAhead } from "./newest/values-ahead.ts";

/** The network in memory, from its two views. */
export interface NetworkCache extends Pick<ViewCache<Network>, "current" | "ready" | "shows" | "close"> {
  health(): Components;
}

interface NetworkCacheParts extends ViewCacheParts {
  readonly index: AirQualityIndex;
  readonly clock: () => Date;
  /** The network's, minutes. */
  readonly utcOffset: number;
}

/** Milliseconds between two looks at the clock, and the step of the clock after which values ahead are looked through. */
const CLOCK_INTERVAL_MS = 1_000;
const AHEAD_INTERVAL_MS = 60_000;

export async function openNetworkCache(
  directoryBuild: typeof stations,
  newestBuild: typeof observations,
  parts: NetworkCacheParts,
): Promise<NetworkCache> {
  const network = new Network(parts.index, parts.utcOffset);
  const ahead = new AheadReader(network, newestBuild, parts);
  const [directory, newest] = await Promise.all([
    openViewCache(directoryOf(parts.database, directoryBuild, network, ahead), parts),
    openViewCache(newestOf(parts.database, newestBuild, network, ahead), parts),
  ]);
  ahead.start();
  return {
    current: () => {
      directory.current();
      return newest.current();
    },
    ready: async () => {
      await Promise.all([directory.ready(), newest.ready()]);
    },
    shows: () => [...directory.shows(), ...newest.shows()],
    health: () => ({ stations: directory.health(), newestValues: newest.health() }),
    close: async () => {
      await Promise.all([directory.close(), newest.close(), ahead.close()]);
    },
  };
}

/** Reads the values ahead that the network lacks, when data changes and as time passes. */
class AheadReader {
  readonly #network: Network;
  readonly #build: typeof observations;
  readonly #parts: NetworkCacheParts;
  readonly #refresh = new Coalesced(() => this.#refreshOnce());
  #timer: NodeJS.Timeout | undefined;
  #refreshedAt = 0;

  constructor(network: Network, build: typeof observations, parts: NetworkCacheParts) {
    this.#network = network;
    this.#build = build;
    this.#parts = parts;
  }

  get now(): number {
    return this.#parts.clock().getTime();
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (Math.abs(this.now - this.#refreshedAt) >= AHEAD_INTERVAL_MS) this.#refresh.request();
    }, CLOCK_INTERVAL_MS);
  }

  /** For the series with these ids, or for all. */
  async read(ids?: readonly number[]): Promise<void> {
    const { now } = this;
    const network = this.#network;
    const series = network.lackingAhead(now, ids);
    if (series.length === 0) return;
    const changes = new Map(series.map(({ id }) => [id, network.changeOf(id)]));
    const { database, utcOffset } = this.#parts;
    for (const [id, ahead] of await readValuesAhead(database, this.#build, series, now, utcOffset)) {
      // A series that changed meanwhile is read after that change.
      if (changes.get(id) === network.changeOf(id)) network.setAhead(id, ahead);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#refresh.idle();
  }

  async #refreshOnce(): Promise<void> {
    try {
      const { now } = this;
      await this.read();
      this.#refreshedAt = now;
    } catch (error) {
      // The next second tries again. Until then, the values that were read ahead become due.
      this.#parts.log.debug({ err: error }, "the values that lie ahead could not be read");
    }
  }
}

/** Every row carries the view's position; without changes there is one row with the position alone. */
type WithPosition<Row> = ViewPosition & { readonly [Member in keyof Row]: Row[Member] | null };

function directoryOf(
  database: Queryable,
  build: typeof stations,
  network: Network,
  ahead: AheadReader,
): CachedView<Network> {
  return {
    build,
    title: "directory of stations",
    content: () => network,
    load: async (since) => {
      const rows = await database.query<WithPosition<DirectoryRow>>({
        text: `select position, sequence::float8 as sequence, changed.*
          from view_builds build left join (
            select 'station' as kind, id, document, deleted, change_seq::float8 as "changeSequence"
              from ${build.tables.stations} where change_seq > $4
            union all
            select 'series', id, document, deleted, change_seq::float8
              from ${build.tables.time_series} where change_seq > $4
          ) changed on true
          where build.name = $1 and build.version = $2 and build.generation = $3`,
        values: [build.name, build.version, build.generation, since ?? -1],
      });
      network.updateDirectory(rows.filter((row): row is ViewPosition & DirectoryRow => row.id !== null));
      await ahead.read();
      return positionOf(rows);
    },
  };
}

function newestOf(
  database: Queryable,
  build: typeof observations,
  network: Network,
  ahead: AheadReader,
): CachedView<Network> {
  return {
    build,
    title: "list of newest values",
    content: () => network,
    load: async (since) => {
      const rows = await database.query<WithPosition<NewestRow>>({
        text: `select position, sequence::float8 as sequence, series, change_seq::float8 as "changeSequence",
            first_from::float8 as "firstFrom", newest_from::float8 as "newestFrom", newest_value as "newestValue",
            valid_from::float8 as "validFrom", valid_value as "validValue"
          from view_builds build left join ${build.tables.newest} on change_seq > $4
          where build.name = $1 and build.version = $2 and build.generation = $3`,
        values: [build.name, build.version, build.generation, since ?? -1],
      });
      const changed = rows.filter((row): row is ViewPosition & NewestRow => row.series !== null);
      network.updateNewest(changed, ahead.now);
      await ahead.read(changed.map(({ series }) => series));
      return positionOf(rows);
    },
  };
}

function positionOf([first]: readonly ViewPosition[]): ViewPosition {
  if (first === undefined) throw new Error("the view has gone");
  return first;
}
