import { EngineFailure, type EngineProblem, EngineUnavailable } from "../errors.ts";
import type { Position } from "../event-store/port.ts";
import type { ComponentHealth } from "../health.ts";
import type { TableListener } from "./documents/written-source.ts";

export { SearchRejected } from "../../search-engine/language/errors/rejected.ts";

/**
 * The read side's requirements of a search engine. Bodies and answers are those of Elasticsearch's `_search`: the
 * engine gets the body as the client sent it, and its answer is passed on byte for byte.
 */

export interface SearchRequest {
  /** The search object as UTF-8 JSON; `{}` is match_all of size 10. */
  readonly body: Uint8Array;
  /** Cancels the search when the reader has left or the time limit has passed. */
  readonly signal: SearchSignal;
}

/**
 * Aborts when nobody waits for the answer any more: the part of AbortSignal that searches use. In Node 20 creating an
 * AbortSignal costs more than a small search.
 */
export interface SearchSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
  /** Aborts the search, if possible, because others wait for its resources. */
  cut?(reason: Error): void;
  /** Set while the search waits for its turn. If it times out then, too many searches are the reason. */
  isWaiting?: boolean;
}

export interface SearchAnswer {
  /** The engine's `_search` answer as UTF-8 JSON, in chunks with back-pressure. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Whether much of it is computed only as it is read. */
  readonly isComputed?: boolean | undefined;
  /** Bytes of it held in this thread's memory until they are read, if known. */
  readonly heldBytes?: number | undefined;
}

export interface SearchEngine {
  /**
   * @throws SearchRejected when the engine refuses the body, before any byte of the answer.
   * @throws SearchUnavailable when the engine is missing or not ready.
   */
  search(request: SearchRequest): Promise<SearchAnswer>;
}

/** The search engine over the catalogue. It is unavailable while it lags behind positions that readers may wait for. */
export interface CatalogueIndex extends SearchEngine {
  /** Resolves when the first search can be answered. */
  ready(): Promise<void>;
  /** Everything up to this position can be found; undefined while unknown. */
  shows(): Position | undefined;
  /** Identifies the build and its state: changes whenever an answer may change. */
  state(): string;
  health(): Promise<ComponentHealth>;
  close(): Promise<void>;
}

/** Brings the catalogue into an engine that does not read the catalogue's table itself. */
export interface CatalogueIndexFeed {
  /** Gets reports from the writer of the table in this process, so that changes just written are not read back. */
  readonly table: TableListener;
  /** Starts to feed. The table must exist. @throws when the database can't be prepared. */
  start(): Promise<void>;
  /** Everything up to this position can be found; undefined while the index is not complete. */
  shown(): Promise<Position | undefined>;
  health(): ComponentHealth;
  close(): Promise<void>;
}

/** Too many searches wait for the engine. Try again in a moment. */
export class SearchBusy extends EngineFailure {
  override readonly name = "SearchBusy";

  get problem(): EngineProblem {
    return { code: "busy", detail: "Too many searches at once; try again." };
  }
}

/** The engine can't be reached, is not ready, or gave the search up. Only a subclass means that the engine is lost. */
export class SearchUnavailable extends EngineUnavailable {
  override readonly name: string = "SearchUnavailable";

  protected override get engine(): string {
    return "search engine";
  }

  override get tellsOfLoss(): boolean {
    return false;
  }
}
