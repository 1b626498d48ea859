import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { VIEWS, versionedName } from "../../contracts/views.ts";
import type { Database } from "../../platform/database/port.ts";
import type { Position } from "../../platform/event-store/port.ts";
import type { ComponentHealth } from "../../platform/http/health.ts";
import { problem } from "../../platform/http/problem.ts";
import type { ViewProgress } from "../../platform/views/progress.ts";
import type { ViewReader } from "../../platform/views/reader.ts";
import { VIEWS_CHANNEL } from "../../platform/views/schema.ts";
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

/** Milliseconds between two looks, should a notice get lost. */
const POLL = 1_000;

export async function followFacilities(parts: FollowParts): Promise<FollowedFacilities> {
  const follower = new Follower(parts);
  await follower.start();
  return follower;
}

interface Checkpoint {
  readonly position: Position;
  readonly sequence: number;
}

class Follower implements FollowedFacilities {
  readonly #parts: FollowParts;
  #list: FacilityList | undefined;
  #sequence: number | undefined;
  #reader: ViewReader | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #poll: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;
  #refreshAgain = false;
  #closed = false;

  constructor(parts: FollowParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.database.listen(VIEWS_CHANNEL, () => this.#refresh());
    this.#poll = setInterval(() => this.#refresh(), POLL);
    this.#refresh();
  }

  async ready(): Promise<void> {
    while (!this.#reader?.current && !this.#closed) await sleep(10);
  }

  current(): FacilityList {
    if (this.#list === undefined || !this.#reader?.current) {
      throw problem("engine-unavailable", "The registry of facilities is not at hand just now; try again.");
    }
    return this.#list;
  }

  health(): ComponentHealth {
    if (this.#list === undefined) return { state: "down", reason: "the registry has not been read yet" };
    if (!this.#reader?.current) return { state: "down", reason: "the database does not hear from this process" };
    return { state: "up", position: this.#reader.position };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#poll);
    await this.#stopListening?.();
    await this.#refreshing;
    await this.#reader?.leave();
  }

  /** One look at a time; a wish for one meanwhile makes another follow. */
  #refresh(): void {
    this.#refreshAgain = true;
    this.#refreshing ??= this.#keepRefreshing().finally(() => {
      this.#refreshing = undefined;
    });
  }

  async #keepRefreshing(): Promise<void> {
    while (this.#refreshAgain && !this.#closed) {
      this.#refreshAgain = false;
      try {
        await this.#look();
      } catch (error) {
        // The next notice or poll tries again; meanwhile the reader's heartbeats tell whether the list may be served.
        this.#parts.log.debug({ err: error }, "the registry could not be read");
      }
    }
  }

  async #look(): Promise<void> {
    const checkpoint = await this.#checkpoint();
    if (checkpoint === undefined) return;
    if (this.#list !== undefined && checkpoint.sequence === this.#sequence) {
      this.#reader?.report(checkpoint.position);
      return;
    }
    const { position, sequence } = await this.#load();
    this.#sequence = sequence;
    if (this.#reader) this.#reader.report(position);
    else this.#reader = this.#parts.progress.join("facilities", position);
  }

  /** Undefined until a projector has made the view. */
  async #checkpoint(): Promise<Checkpoint | undefined> {
    const [checkpoint] = await this.#parts.database.query<Checkpoint>({
      name: "facilities-checkpoint",
      text: "select position, sequence::float8 as sequence from views where name = $1 and version = $2",
      values: ["facilities", VIEWS.facilities.version],
    });
    return checkpoint;
  }

  /** Rows and checkpoint in one statement, so that they belong together. */
  async #load(): Promise<Checkpoint> {
    const rows = await this.#parts.database.query<Checkpoint & { identifier: string | null; document: string }>({
      text: `select position, sequence::float8 as sequence, identifier, document
        from views left join ${versionedName("facilities")} on true
        where views.name = $1 and views.version = $2 order by identifier`,
      values: ["facilities", VIEWS.facilities.version],
    });
    const [first] = rows;
    if (first === undefined) throw new Error("the view of facilities has gone");
    this.#list = new FacilityList(rows.filter((row): row is typeof row & FacilityRow => row.identifier !== null));
    return first;
  }
}
