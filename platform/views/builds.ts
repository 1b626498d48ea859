import type { BuildProgress } from "../../contracts/problem.ts";
import { buildName, type View } from "../../contracts/views/declaration.ts";
import { Coalesced } from "../async/coalesced.ts";
import type { Database } from "../database/port.ts";
import { comparePositions, type EventStore, type Position } from "../event-store/port.ts";
import { shareOf } from "../event-store/positions.ts";
import { nextGenerations, type RegisteredBuild, registeredBuilds } from "./registry.ts";
import { BUILDS_CHANNEL } from "./schema.ts";

/** The builds of every view, as far as this process knows them. */
export interface Builds {
  /**
   * The newest complete build of the version that the code declares: the one to serve. One that nobody has fed for a while
   * counts once it has what the view's complete builds had when this process first saw it: no reader goes back in time.
   */
  newest<Name extends string, Table extends string>(view: View<Name, Table>): View<Name, Table> | undefined;
  /** The builds of the version that the code declares, the newest last. */
  of(view: View): readonly RegisteredBuild[];
  /** The number of the next build of the version that the code declares: no other one had it. */
  nextGeneration(view: View): number;
  /** How far the version that the code declares is built, while there is no complete build of it. */
  progress(view: View): BuildProgress | undefined;
  /** Whether a build is being filled just now, by whichever process. */
  areMade(): boolean;
  /** Calls the listener after every change of a build's state. Returns a function that ends it. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface BuildsParts {
  readonly database: Pick<Database, "query" | "listen">;
  readonly eventStore: Pick<EventStore, "head">;
}

/** Milliseconds between two reads, in case a notification was lost. */
const POLL_INTERVAL_MS = 1_000;

/** A build that is not complete and has not moved for so long is not being filled. */
export const MAX_UNMOVED_SECONDS = 5;

/** Follows the registry, which must exist. Later reads that fail are repeated. @throws DatabaseUnavailable */
export async function watchBuilds(parts: BuildsParts): Promise<Builds> {
  const watched = new WatchedBuilds(parts);
  await watched.start();
  return watched;
}

class WatchedBuilds implements Builds {
  readonly #parts: BuildsParts;
  readonly #listeners = new Set<() => void>();
  readonly #reading = new Coalesced(() => this.#read());
  #builds: readonly RegisteredBuild[] = [];
  #nextGeneration: (view: View) => number = () => 1;
  /** The head of the log; read while a build is not complete. */
  #head: Position | undefined;
  /** The share that each build had when it was first seen, by its name. */
  readonly #firstSeen = new Map<string, { readonly share: number; readonly at: number }>();
  /** What a complete build must have to be served, by its name. */
  readonly #required = new Map<string, Position>();
  /** Complete builds that have that. */
  readonly #level = new Set<string>();
  /** The generations of the builds to serve, since every read asks for them; of no use after the next read. */
  readonly #newest = new Map<View, number | undefined>();
  #poll: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(parts: BuildsParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.database.listen(BUILDS_CHANNEL, () => this.#reading.request());
    this.#poll = setInterval(() => this.#reading.request(), POLL_INTERVAL_MS);
    await this.#read();
  }

  newest<Name extends string, Table extends string>(view: View<Name, Table>): View<Name, Table> | undefined {
    if (!this.#newest.has(view)) this.#newest.set(view, this.#findNewest(view));
    const generation = this.#newest.get(view);
    return generation === undefined ? undefined : view.build(generation);
  }

  nextGeneration(view: View): number {
    return this.#nextGeneration(view);
  }

  progress(view: View): BuildProgress | undefined {
    const { name, version } = view;
    if (this.newest(view)) return undefined;
    const build = this.of(view).at(-1);
    const done = build && this.#head ? shareOf(build.position, this.#head) : 0;
    const first = build && this.#firstSeen.get(buildName(build));
    const rate = first && (done - first.share) / (performance.now() - first.at);
    return {
      ...{ view: name, version, done: Math.floor(done * 1000) / 1000 },
      ...(rate && rate > 0 && { secondsLeft: Math.ceil((1 - done) / rate / 1000) }),
      ...(build?.error && { stopped: build.error.reason }),
    };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#poll);
    this.#listeners.clear();
    await this.#stopListening?.();
    await this.#reading.idle();
  }

  areMade(): boolean {
    return this.#builds.some(({ complete, unmoved }) => !complete && unmoved < MAX_UNMOVED_SECONDS);
  }

  of({ name, version }: View): readonly RegisteredBuild[] {
    return this.#builds.filter((build) => build.name === name && build.version === version);
  }

  #findNewest(view: View): number | undefined {
    return this.of(view).findLast((build) => this.#level.has(buildName(build)))?.generation;
  }

  async #read(): Promise<void> {
    // Read first: a build that is registered in between has that number, and is found.
    const next = await nextGenerations(this.#parts.database);
    const builds = await registeredBuilds(this.#parts.database);
    const before = stateOf(this.#builds, this.#level);
    this.#nextGeneration = next;
    this.#builds = builds;
    this.#forgetOthers(new Set(builds.map(buildName)));
    for (const build of builds) if (build.complete) this.#require(build);
    this.#newest.clear();
    if (stateOf(builds, this.#level) !== before) for (const listener of this.#listeners) listener();
    if (builds.every(({ complete }) => complete)) return;
    this.#head = await this.#parts.eventStore.head();
    for (const build of builds) this.#see(build, this.#head);
  }

  /** Of builds that have gone. */
  #forgetOthers(names: ReadonlySet<string>): void {
    for (const known of [this.#required, this.#firstSeen]) {
      for (const name of known.keys()) if (!names.has(name)) known.delete(name);
    }
    for (const name of this.#level) if (!names.has(name)) this.#level.delete(name);
  }

  #require(build: RegisteredBuild): void {
    const name = buildName(build);
    const others = this.#builds.filter((each) => each.name === build.name && each.complete);
    const required =
      this.#required.get(name) ??
      highest(
        others.map(({ position }) => position),
        build.position,
      );
    this.#required.set(name, required);
    const canGetFurther = build.state !== "stopped";
    if (!canGetFurther || comparePositions(build.position, required) >= 0) this.#level.add(name);
  }

  #see(build: RegisteredBuild, head: Position): void {
    const name = buildName(build);
    if (build.complete) this.#firstSeen.delete(name);
    else if (!this.#firstSeen.has(name)) {
      this.#firstSeen.set(name, { share: shareOf(build.position, head), at: performance.now() });
    }
  }
}

function highest(positions: readonly Position[], first: Position): Position {
  return positions.reduce((a, b) => (comparePositions(a, b) >= 0 ? a : b), first);
}

/** All but how far they are. */
function stateOf(builds: readonly RegisteredBuild[], level: ReadonlySet<string>): string {
  const states = builds.map(({ position, unmoved, unused, served, ...state }) => state);
  return JSON.stringify([states, [...level]]);
}
