import type { SourceHead } from "../platform/search/documents/source.ts";
import type { FeedSettings, IndexFeed } from "../platform/search/embedded/following/feed.ts";
import { FollowedEngine } from "../platform/search/embedded/process/followed-engine.ts";
import type { SearchEngine } from "../platform/search/port.ts";
import type { EngineOptions, EngineStats } from "../search-engine/engine.ts";

export interface FollowedSearchOptions
  extends EngineOptions,
    Partial<Pick<FeedSettings, "sourceMemory" | "pollIntervalMs" | "onFailure">> {
  readonly feed: IndexFeed;
  /** Called after each update, once searches use it. */
  readonly onApplied?: (head: SourceHead) => void;
}

/** An engine and the feed of its index in one thread; the product uses two. */
export interface FollowedSearch extends SearchEngine {
  /** State of the source that searches reflect; undefined until the index is first complete. */
  applied(): SourceHead | undefined;
  /** Signals that the source may have changed. */
  wake(): void;
  stats(): EngineStats;
  close(): Promise<void>;
}

/** Opens it, and resolves when the index is first complete. */
export async function openFollowedSearch(options: FollowedSearchOptions): Promise<FollowedSearch> {
  const { feed, onApplied, onFailure, sourceMemory = 0, pollIntervalMs = 1_000, ...engineOptions } = options;
  const engine = new FollowedEngine(engineOptions);
  const { mapping, dynamicFields } = engineOptions;
  let becomeReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });
  const running = feed.start({
    mapping,
    dynamicFields,
    sourceMemory,
    pollIntervalMs,
    onUpdate(update) {
      engine.update(update);
      if (!update.head) return;
      becomeReady();
      onApplied?.(update.head);
    },
    onFailure: (error) => onFailure?.(error),
  });
  await ready;
  return {
    search: (request) => engine.search(request),
    applied: () => engine.head,
    wake: () => running.wake(),
    stats: () => engine.stats(),
    close: () => running.close(),
  };
}
