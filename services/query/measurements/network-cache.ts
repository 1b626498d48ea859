import type { Logger } from "pino";
import { observations } from "../../../contracts/views/observations.ts";
import { stations } from "../../../contracts/views/stations.ts";
import type { Database } from "../../../platform/database/port.ts";
import type { Components } from "../../../platform/http/health.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import type { AirQualityIndex } from "../../../science/air-quality-index/index-table.ts";
import { type CachedView, ViewCache, type ViewState } from "../views/view-cache.ts";
import { type DirectoryRow, Network, type NewestRow } from "./network.ts";

/** The network in memory, from its two views. */
export interface NetworkCache {
  /** The network as every reader sees it now. @throws HttpProblem `engine-unavailable` while that is not known. */
  current(): Network;
  /** Resolves when it has been loaded for the first time. */
  ready(): Promise<void>;
  health(): Components;
  close(): Promise<void>;
}

interface CacheParts {
  readonly database: Pick<Database, "query" | "listen">;
  readonly progress: Pick<ViewProgress, "join">;
  readonly log: Logger;
  readonly index: AirQualityIndex;
}

export async function openNetworkCache(parts: CacheParts): Promise<NetworkCache> {
  const network = new Network(parts.index);
  const directory = new ViewCache(directoryOf(parts.database, network), parts);
  const newest = new ViewCache(newestOf(parts.database, network), parts);
  await Promise.all([directory.start(), newest.start()]);
  return {
    current: () => {
      directory.check();
      newest.check();
      return network;
    },
    ready: async () => {
      await Promise.all([directory.ready(), newest.ready()]);
    },
    health: () => ({ stations: directory.health(), newestValues: newest.health() }),
    close: async () => {
      await Promise.all([directory.close(), newest.close()]);
    },
  };
}

/** Every row carries the view's state; without changes there is one row with the state alone. */
type WithState<Row> = ViewState & { readonly [Member in keyof Row]: Row[Member] | null };

function directoryOf(database: Pick<Database, "query">, network: Network): CachedView {
  return {
    view: stations.name,
    title: "directory of stations",
    load: async (since) => {
      const rows = await database.query<WithState<DirectoryRow>>({
        text: `select position, sequence::float8 as sequence, changed.*
          from views left join (
            select 'station' as kind, id, document, deleted, change_seq::float8 as "changeSequence"
              from ${stations.tables.stations} where change_seq > $3
            union all
            select 'series', id, document, deleted, change_seq::float8
              from ${stations.tables.time_series} where change_seq > $3
          ) changed on true
          where views.name = $1 and views.version = $2`,
        values: [stations.name, stations.version, since ?? -1],
      });
      network.updateDirectory(rows.filter((row): row is ViewState & DirectoryRow => row.id !== null));
      return stateOf(rows);
    },
  };
}

function newestOf(database: Pick<Database, "query">, network: Network): CachedView {
  return {
    view: observations.name,
    title: "list of newest values",
    load: async (since) => {
      const rows = await database.query<WithState<NewestRow>>({
        text: `select position, sequence::float8 as sequence, series, change_seq::float8 as "changeSequence",
            first_from::float8 as "firstFrom", newest_from::float8 as "newestFrom", newest_value as "newestValue",
            valid_from::float8 as "validFrom", valid_value as "validValue"
          from views left join ${observations.tables.newest} on change_seq > $3
          where views.name = $1 and views.version = $2`,
        values: [observations.name, observations.version, since ?? -1],
      });
      network.updateNewest(rows.filter((row): row is ViewState & NewestRow => row.series !== null));
      return stateOf(rows);
    },
  };
}

function stateOf([first]: readonly ViewState[]): ViewState {
  if (first === undefined) throw new Error("the view has gone");
  return first;
}
