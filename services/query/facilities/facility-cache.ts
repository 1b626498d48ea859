import type { Logger } from "pino";
import { facilities } from "../../../contracts/views/facilities.ts";
import type { Database } from "../../../platform/database/port.ts";
import type { ComponentHealth } from "../../../platform/http/health.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import { type CachedView, ViewCache, type ViewState } from "../views/view-cache.ts";
import { FacilityList, type FacilityRow } from "./facility-list.ts";

/** The registry of facilities in memory. */
export interface FacilityCache {
  /** The registry as every reader sees it now. @throws HttpProblem `engine-unavailable` while that is not known. */
  current(): FacilityList;
  /** Resolves when it has been loaded for the first time. */
  ready(): Promise<void>;
  health(): ComponentHealth;
  close(): Promise<void>;
}

interface CacheParts {
  readonly database: Database;
  readonly progress: Pick<ViewProgress, "join">;
  readonly log: Logger;
}

export async function openFacilityCache(parts: CacheParts): Promise<FacilityCache> {
  const content = new CachedFacilities(parts.database);
  const cache = new ViewCache(content, parts);
  await cache.start();
  return {
    current: () => {
      cache.check();
      return content.list;
    },
    ready: () => cache.ready(),
    health: () => cache.health(),
    close: () => cache.close(),
  };
}

class CachedFacilities implements CachedView {
  readonly view = facilities.name;
  readonly title = "registry of facilities";
  list = new FacilityList([]);
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async load(): Promise<ViewState> {
    const rows = await this.#database.query<ViewState & { identifier: string | null; document: string }>({
      text: `select position, sequence::float8 as sequence, identifier, document
        from views left join ${facilities.tables.facilities} on true
        where views.name = $1 and views.version = $2 order by identifier`,
      values: [facilities.name, facilities.version],
    });
    const [first] = rows;
    if (first === undefined) throw new Error("the view of facilities has gone");
    this.list = new FacilityList(rows.filter((row): row is typeof row & FacilityRow => row.identifier !== null));
    return first;
  }
}
