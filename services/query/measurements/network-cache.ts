import type { observations } from "../../../contracts/views/observations.ts";
import type { stations } from "../../../contracts/views/stations.ts";
import type { Queryable } from "../../../platform/database/port.ts";
import type { Components } from "../../../platform/http/health.ts";
import type { AirQualityIndex } from "../../../science/air-quality-index/index-table.ts";
import {
  type CachedView,
  openViewCache,
  type ViewCache,
  type ViewCacheParts,
  type ViewPosition,
} from "../views/view-cache.ts";
import { type DirectoryRow, Network, type NewestRow } from "./network.ts";

/** The network in memory, from its two views. */
export interface NetworkCache extends Pick<ViewCache<Network>, "current" | "ready" | "shows" | "close"> {
  health(): Components;
}

interface NetworkCacheParts extends ViewCacheParts {
  readonly index: AirQualityIndex;
}

export async function openNetworkCache(
  directoryBuild: typeof stations,
  newestBuild: typeof observations,
  parts: NetworkCacheParts,
): Promise<NetworkCache> {
  const network = new Network(parts.index);
  const [directory, newest] = await Promise.all([
    openViewCache(directoryOf(parts.database, directoryBuild, network), parts),
    openViewCache(newestOf(parts.database, newestBuild, network), parts),
  ]);
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
      await Promise.all([directory.close(), newest.close()]);
    },
  };
}

/** Every row carries the view's position; without changes there is one row with the position alone. */
type WithPosition<Row> = ViewPosition & { readonly [Member in keyof Row]: Row[Member] | null };

function directoryOf(database: Queryable, build: typeof stations, network: Network): CachedView<Network> {
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
      return positionOf(rows);
    },
  };
}

function newestOf(database: Queryable, build: typeof observations, network: Network): CachedView<Network> {
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
      network.updateNewest(rows.filter((row): row is ViewPosition & NewestRow => row.series !== null));
      return positionOf(rows);
    },
  };
}

function positionOf([first]: readonly ViewPosition[]): ViewPosition {
  if (first === undefined) throw new Error("the view has gone");
  return first;
}
