import { catalogueMapping, DYNAMIC_FIELDS } from "../../platform/search/mapping.ts";
import { SearchRejected } from "../../platform/search/port.ts";
import type { MappingJson } from "../../search-engine/index/schema.ts";
import { openFollowedSearch } from "../followed-search.ts";
import { feedInThread } from "../index-feed.ts";
import { MemorySource } from "../memory-source.ts";
import type { Ask } from "./exchange.ts";

/** The embedded engine over records in memory. */
export interface LoadedEmbedded {
  readonly ask: Ask;
  readonly segments: number;
  close(): Promise<void>;
}

export interface LoadOptions {
  /** Number of records that are loaded at once; all by default. */
  readonly batch?: number;
  /** The catalogue's mapping by default. */
  readonly mapping?: MappingJson;
}

/** Loads the records in order, one batch after another: each becomes a segment until neighbours are merged. */
export async function loadEmbedded(
  indexName: string,
  records: readonly { readonly id: string; readonly document: object }[],
  { batch = records.length, mapping = catalogueMapping }: LoadOptions = {},
): Promise<LoadedEmbedded> {
  const source = new MemorySource();
  const put = (from: number) => {
    for (const { id, document } of records.slice(from, from + batch)) source.put(id, JSON.stringify(document));
  };
  put(0);
  let applied: () => void = () => {};
  const engine = await openFollowedSearch({
    indexName,
    mapping,
    dynamicFields: DYNAMIC_FIELDS,
    sourceMemory: 2 ** 30,
    documents: source,
    feed: feedInThread(source),
    onApplied: () => applied(),
    onFailure: (error) => {
      throw error;
    },
  });
  for (let from = batch; from < records.length; from += batch) {
    put(from);
    const { sequence } = await source.head();
    await new Promise<void>((resolve) => {
      applied = () => {
        if ((engine.applied()?.sequence ?? 0) >= sequence) resolve();
      };
      engine.wake();
    });
  }
  const ask: Ask = async (body) => {
    try {
      const { body: chunks } = await engine.search({ body: Buffer.from(body), signal: new AbortController().signal });
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      return { status: 200, text: Buffer.concat(parts).toString() };
    } catch (error) {
      if (!(error instanceof SearchRejected)) throw error;
      return { status: error.status, text: JSON.stringify({ error: error.error, status: error.status }) };
    }
  };
  return { ask, segments: engine.stats().segments, close: () => engine.close() };
}
