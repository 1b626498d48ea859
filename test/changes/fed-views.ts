import { type ChangeKind, EVERY_KIND } from "../../contracts/changes.ts";
import type { View } from "../../contracts/views/declaration.ts";
import type { ViewName } from "../../contracts/views.ts";
import { type Database, DatabaseUnavailable, type Queryable } from "../../platform/database/port.ts";
import type { Position } from "../../platform/event-store/port.ts";
import { dropBuild } from "../../platform/views/drop.ts";
import { CheckpointMoved, completeBuild, createBuild, readCheckpoint } from "../../platform/views/registry.ts";
import type { SqlView } from "../../services/projector/view.ts";
import { catalogueView } from "../../services/projector/views/catalogue/view.ts";
import { facilitiesView } from "../../services/projector/views/facilities/view.ts";
import { observationsView } from "../../services/projector/views/observations/view.ts";
import { stationsView } from "../../services/projector/views/stations/view.ts";
import { ViewWriter } from "../../services/projector/writer.ts";
import { ChangeFeed } from "../../services/query/changes/change-feed.ts";
import { never } from "../built-view.ts";
import type { ScriptedLog } from "../scripted-log.ts";

/** Minutes ahead of UTC, by which days begin. */
export const OFFSET = 60;

const DECLARED: Readonly<Record<FedView, SqlView>> = {
  catalogue: catalogueView,
  facilities: facilitiesView,
  stations: stationsView,
  observations: observationsView(OFFSET),
};

type FedView = Exclude<ViewName, "uv-forecast">;

/** The views that are fed: all but the forecast's. */
export const FED_VIEWS = ["catalogue", "facilities", "stations", "observations"] as const satisfies readonly FedView[];

/** What is told of them. */
export const FED_KINDS: ReadonlySet<ChangeKind> = new Set(EVERY_KIND.filter((kind) => kind !== "forecast"));

/** The feed of their changes, read from the builds that are served. */
export function feedFrom(views: FedViews, database: Database): ChangeFeed {
  return new ChangeFeed({
    database,
    builds: { newest: (view) => views.newest(view), progress: () => undefined },
    progress: { waitFor: async () => true },
  });
}

/** What becomes of a projector that writes a batch. */
export type Fate = "goes on" | "dies before its commit" | "dies after its commit";

/** The events that a projector applies at a time, and what becomes of it. */
export interface Batch {
  readonly events: number;
  readonly fate: Fate;
}

interface FedBuilds {
  served: SqlView;
  /** Made beside the served one; it takes its place when it is complete. */
  beside: SqlView | undefined;
  /** Have been served, and are there still. */
  old: readonly SqlView[];
  /** Number of the last one. */
  generation: number;
}

/**
 * The views of a scripted log, and those who feed them: two projectors that both take themselves for the holder of every lease,
 * as when one has taken over from another that has not noticed, and the replay of an operator, which builds views again.
 */
export class FedViews {
  /** How often it has happened. */
  readonly happened = { death: 0, refusal: 0, completion: 0, drop: 0 };
  readonly #database: Database;
  readonly #log: ScriptedLog;
  readonly #builds = new Map<FedView, FedBuilds>();
  #projectors: readonly Projector[] = [];
  #replay: Projector | undefined;

  constructor(database: Database, log: ScriptedLog) {
    this.#database = database;
    this.#log = log;
  }

  /** Empties the log, and makes the first builds, which are served. */
  async begin(): Promise<void> {
    await this.#database.query("delete from view_builds; delete from publication");
    for (const { served, beside, old } of this.#builds.values())
      for (const { schema } of [served, ...(beside ? [beside] : []), ...old])
        await this.#database.query(`drop schema if exists ${schema} cascade`);
    this.#log.clear();
    for (const name of FED_VIEWS) {
      const build = DECLARED[name];
      await createBuild(this.#database, build, this.#log.start);
      await completeBuild(this.#database, build);
      this.#builds.set(name, { served: build, beside: undefined, old: [], generation: build.generation });
    }
    const projector = () => new Projector(this.#database, this.#log, this.happened);
    this.#projectors = [projector(), projector()];
    this.#replay = projector();
  }

  /** The build that readers of the view are served from. */
  newest<Name extends string, Table extends string>(view: View<Name, Table>): View<Name, Table> {
    const name = FED_VIEWS.find((each) => each === view.name);
    return name ? view.build(this.#of(name).served.generation) : view;
  }

  /** A projector applies the next events, as far as it knows. */
  async feed(projector: number, name: FedView, batch: Batch): Promise<void> {
    await this.#projectors[projector]?.apply(this.#of(name).served, batch);
  }

  /** As `replay --again` does: makes another build, or goes on with the one that was begun, for some batches at most. */
  async replay(name: FedView, batches: number, batch: Batch): Promise<void> {
    const builds = this.#of(name);
    if (!builds.beside) {
      const next = builds.served.build(builds.generation + 1);
      await createBuild(this.#database, next, this.#log.start);
      builds.generation = next.generation;
      builds.beside = next;
    }
    for (let applied = 0; applied < batches; applied++) {
      const isLast = applied === batches - 1;
      await this.#replay?.apply(builds.beside, isLast ? batch : { ...batch, fate: "goes on" });
    }
    if (!(await completeBuild(this.#database, builds.beside))) return;
    this.happened.completion += 1;
    builds.old = [...builds.old, builds.served];
    builds.served = builds.beside;
    builds.beside = undefined;
  }

  /** As `views drop` does, with builds that were served or that nobody goes on to make. Nobody may read them meanwhile. */
  async drop(name: FedView, which: "old" | "beside"): Promise<void> {
    const builds = this.#of(name);
    const dropped = which === "old" ? builds.old : builds.beside ? [builds.beside] : [];
    for (const build of dropped) {
      await dropBuild(this.#database, build, async () => undefined);
      for (const each of [...this.#projectors, this.#replay]) each?.forget(build);
      this.happened.drop += 1;
    }
    if (which === "old") builds.old = [];
    else builds.beside = undefined;
  }

  /** What all served builds have in the end: whichever projector is there gets so far. */
  async reach(position: Position): Promise<void> {
    for (const name of FED_VIEWS) {
      const isBehind = async () => (await readCheckpoint(this.#database, this.#of(name).served)).position < position;
      const projector = new Projector(this.#database, this.#log, this.happened);
      while (await isBehind()) await projector.apply(this.#of(name).served, { events: 1_000, fate: "goes on" });
    }
  }

  #of(name: FedView): FedBuilds {
    const builds = this.#builds.get(name);
    if (!builds) throw new Error("it has not begun");
    return builds;
  }
}

/** What a killed process leaves behind is what a lost connection leaves behind. */
const KILLED = new DatabaseUnavailable("killed");

/** Goes on from where it knows that it has written to; asks the database only where it has begun just now. */
class Projector {
  readonly #database: Database;
  readonly #log: ScriptedLog;
  readonly #happened: FedViews["happened"];
  /** By the schema of the build. */
  readonly #writers = new Map<string, ViewWriter>();
  #fate: Fate = "goes on";

  constructor(database: Database, log: ScriptedLog, happened: FedViews["happened"]) {
    const transaction: Database["transaction"] = (work) => this.#transaction(database, work);
    this.#database = { ...database, transaction };
    this.#log = log;
    this.#happened = happened;
  }

  async apply(build: SqlView, { events: count, fate }: Batch): Promise<void> {
    const writer = await this.#writer(build);
    const events = this.#log.events.filter(({ position }) => position > writer.checkpoint.position).slice(0, count);
    const position = events.at(-1)?.position;
    this.#fate = fate;
    try {
      const handled = events.filter(({ type }) => build.handles.includes(type));
      if (position) await writer.apply({ events: handled, position }, never);
    } catch (error) {
      if (error instanceof CheckpointMoved) {
        this.#happened.refusal += 1;
        this.forget(build);
      } else if (error !== KILLED) throw error;
    }
    if (fate === "goes on") return;
    this.#happened.death += 1;
    this.#writers.clear();
  }

  forget({ schema }: SqlView): void {
    this.#writers.delete(schema);
  }

  async #writer(build: SqlView): Promise<ViewWriter> {
    const known = this.#writers.get(build.schema);
    const writer = known ?? new ViewWriter(this.#database, build, await readCheckpoint(this.#database, build));
    this.#writers.set(build.schema, writer);
    return writer;
  }

  async #transaction<Result>(database: Database, work: (transaction: Queryable) => Promise<Result>): Promise<Result> {
    const result = await database.transaction(async (transaction) => {
      const written = await work(transaction);
      if (this.#fate === "dies before its commit") throw KILLED;
      return written;
    });
    if (this.#fate === "dies after its commit") throw KILLED;
    return result;
  }
}
