import type { ComponentHealth } from "../../platform/http/health.ts";
import { type SearchEngine, SearchUnavailable } from "../../platform/search/port.ts";

/** The search engine over the catalogue, as far as every reader may see it. */
export interface CatalogueIndex extends SearchEngine {
  /** Resolves when it answers for the first time. */
  readonly ready: Promise<void>;
  /** Changes whenever an answer may. */
  state(): string;
  health(): ComponentHealth;
  close(): Promise<void>;
}

export async function openCatalogueIndex(): Promise<CatalogueIndex> {
  return {
    ready: Promise.resolve(),
    state: () => "",
    search: () => Promise.reject(new SearchUnavailable("there is no engine")),
    health: () => ({ state: "up" }),
    close: async () => undefined,
  };
}
