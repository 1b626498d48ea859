import type { Logger } from "pino";
import { facilities } from "../../../contracts/views/facilities.ts";
import type { Database } from "../../../platform/database/port.ts";
import type { ComponentHealth } from "../../../platform/http/health.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import { type HeldView, ViewFollower, type ViewPlace } from "../view-follower.ts";
import { FacilityList, type FacilityRow } from "./facility-list.ts";

/** The registry in memory, following its view. */
export interface FollowedFacilities {
  /** The registry as every reader sees it now. @throws HttpProblem `engine-unavailable` while that is not known. */
  current(): FacilityList;
  /** Resolves when it is at hand for the first time. */
  ready(): Promise<void>;
  health(): ComponentHealth;
  close(): Promise<void>;
}

interface FollowParts {
  readonly database: Database;
  readonly progress: Pick<ViewProgress, "join">;
  readonly log: Logger;
}

export async function followFacilities(parts: FollowParts): Promise<FollowedFacilities> {
  const held = new HeldFacilities(parts.database);
  const follower = new ViewFollower(held, parts);
  await follower.start();
  return {
    current: () => {
      follower.check();
      return held.list;
    },
    ready: () => follower.ready(),
    health: () => follower.health(),
    close: () => follower.close(),
  };
}

class HeldFacilities implements HeldView {
  readonly view = facilities.name;
  readonly title = "registry of facilities";
  list = new FacilityList([]);
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async load(): Promise<ViewPlace> {
    const rows = await this.#database.query<ViewPlace & { identifier: string | null; document: string }>({
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
