import type { Response } from "express";
import type { Logger } from "pino";
import type { View } from "../../../contracts/views/declaration.ts";
import { Coalesced } from "../../../platform/async/coalesced.ts";
import { delay } from "../../../platform/async/delay.ts";
import { Occasionally } from "../../../platform/async/occasionally.ts";
import { withTimeout } from "../../../platform/async/timeout.ts";
import { tellsOfLoss } from "../../../platform/errors.ts";
import { comparePositions, type Position } from "../../../platform/event-store/port.ts";
import type { Components } from "../../../platform/health.ts";
import type { Builds } from "../../../platform/views/builds.ts";
import { viewBuilding } from "./view-building.ts";

/** The content read from one build of each of some views. */
export interface Content {
  /** Resolves when it can be read, or is closed. */
  ready(): Promise<void>;
  /**
   * The position of the log up to which it shows each view, in the order of the views; undefined while that is not known.
   */
  shows(): readonly (Position | undefined)[];
  close(): Promise<void>;
}

/** The dependencies of every content. */
export interface Served {
  readonly builds: Builds;
  readonly log: Logger;
}

export interface ServedViewsParts<Views extends readonly View[], Held extends Content> extends Served {
  readonly views: Views;
  /** Opens the content over a build of each view, in their order. */
  readonly open: (builds: Views) => Promise<Held>;
  /** Names of the content's components. */
  readonly components: readonly string[];
  readonly health: (content: Held) => Components | Promise<Components>;
}

interface Opened<Held> {
  readonly content: Held;
  readonly builds: string;
  /** Answers that are being made from it. */
  users: number;
  /** Whether other content is served in its place. */
  retired: boolean;
}

/** Milliseconds until another attempt to open content. */
const RETRY_INTERVAL_MS = 1_000;
const READY_INTERVAL_MS = 10;

/**
 * Serves content from the newest complete builds of some views. When newer builds are complete, content is opened over them
 * too, and replaces the other once it can be read; answers that are being made end on the builds that they began with.
 */
export class ServedViews<const Views extends readonly View[], Held extends Content> {
  readonly #parts: ServedViewsParts<Views, Held>;
  readonly #refreshing = new Coalesced(() => this.#refresh());
  readonly #closing: Promise<void>[] = [];
  #served: Opened<Held> | undefined;
  /** Content that can't be read yet, beside the served one. */
  #next: Opened<Held> | undefined;
  readonly #warnings = new Occasionally();
  #closed = false;
  #stopWatching: (() => void) | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(parts: ServedViewsParts<Views, Held>) {
    this.#parts = parts;
  }

  /** Opens the content as soon as its builds are complete. */
  start(): void {
    this.#stopWatching = this.#parts.builds.onChange(() => this.#refreshing.request());
    this.#poll = setInterval(() => this.#refreshing.request(), RETRY_INTERVAL_MS);
    this.#refreshing.request();
  }

  /** Resolves when content can be read for the first time. */
  async ready(): Promise<void> {
    while (!this.#served && !this.#closed) await delay(READY_INTERVAL_MS);
    await this.#served?.content.ready();
  }

  /** @throws HttpProblem `view-building` */
  current(): Held {
    return this.#current().content;
  }

  /** The content for an answer, kept open until that has ended. @throws HttpProblem `view-building` */
  use(response: Response): Held {
    const opened = this.#current();
    if (response.closed) return opened.content;
    opened.users++;
    response.once("close", () => {
      opened.users--;
      this.#closeUnused(opened);
    });
    return opened.content;
  }

  async health(): Promise<Components> {
    if (this.#served) return this.#parts.health(this.#served.content);
    const building = this.#parts.views.flatMap((view) => this.#parts.builds.progress(view) ?? []);
    const component = { state: "down", reason: "the view is not built yet", building } as const;
    return Object.fromEntries(this.#parts.components.map((name) => [name, component]));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopWatching?.();
    clearInterval(this.#poll);
    // A refresh that waits for content to be ready ends with it.
    await Promise.all([this.#next?.content.close(), this.#served?.content.close()]);
    await this.#refreshing.idle();
    await Promise.all(this.#closing);
  }

  #current(): Opened<Held> {
    if (!this.#served) throw viewBuilding(this.#parts.views, this.#parts.builds);
    return this.#served;
  }

  async #refresh(): Promise<void> {
    if (this.#closed) return;
    try {
      const wanted = this.#wanted();
      if (wanted === undefined) return this.#serve(undefined);
      const builds = namesOf(wanted);
      if (builds !== this.#served?.builds) await this.#switch(wanted, builds);
    } catch (error) {
      if (tellsOfLoss(error)) return;
      this.#warnings.do(() =>
        this.#parts.log.warn({ err: error }, "a view can't be opened at the moment; trying again"),
      );
    }
  }

  async #switch(wanted: Views, builds: string): Promise<void> {
    const content = await this.#parts.open(wanted);
    const opened = { content, builds, users: 0, retired: false };
    if (this.#served) {
      this.#next = opened;
      const isReady = await this.#catchUp(opened, this.#served.content);
      this.#next = undefined;
      if (!isReady) return content.close();
    }
    if (this.#closed) return content.close();
    this.#serve(opened);
    this.#parts.log.info({ builds }, "served from now on");
  }

  /** Waits until the content shows as much as the other one. False when its builds are not wanted any more. */
  async #catchUp({ content, builds }: Opened<Held>, other: Held): Promise<boolean> {
    let isReady = false;
    const ready = content.ready().then(() => {
      isReady = true;
    });
    while (!this.#closed) {
      const wanted = this.#wanted();
      if (wanted === undefined || namesOf(wanted) !== builds) return false;
      if (isReady && showsAsMuch(content.shows(), other.shows())) return true;
      await (isReady ? delay(READY_INTERVAL_MS) : withTimeout(RETRY_INTERVAL_MS, ready, () => undefined));
    }
    return false;
  }

  #wanted(): Views | undefined {
    const wanted: readonly (View | undefined)[] = this.#parts.views.map((view) => this.#parts.builds.newest(view));
    // The builds of the views have their types.
    return wanted.includes(undefined) ? undefined : (wanted as readonly unknown[] as Views);
  }

  #serve(opened: Opened<Held> | undefined): void {
    const old = this.#served;
    this.#served = opened;
    if (!old) return;
    old.retired = true;
    this.#closeUnused(old);
  }

  #closeUnused(opened: Opened<Held>): void {
    if (!opened.retired || opened.users > 0) return;
    const closing = opened.content.close().catch((err) => this.#parts.log.warn({ err }, "a view could not be closed"));
    this.#closing.push(closing);
  }
}

const namesOf = (builds: readonly View[]): string => builds.map(({ schema }) => schema).join(" ");

function showsAsMuch(positions: readonly (Position | undefined)[], others: readonly (Position | undefined)[]): boolean {
  return positions.every((position, index) => {
    const other = others[index];
    return other === undefined || (position !== undefined && comparePositions(position, other) >= 0);
  });
}
