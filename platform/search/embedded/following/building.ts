import type { ResourceLimits, Worker } from "node:worker_threads";
import type { BuiltSegment } from "../../../../search-engine/index/indexer.ts";
import { type MappingJson, Schema } from "../../../../search-engine/index/schema.ts";
import { SegmentBuilder } from "../../../../search-engine/index/segment-builder.ts";
import type { ConnectionSettings } from "../../../database/port.ts";
import { startWorker, workerUrl } from "../../../worker.ts";
import type { Change, DocumentSource } from "../../documents/source.ts";
import type { DocumentView } from "../../documents/table-source.ts";

/** Changes with `after` < sequence ≤ `to`. */
export interface Range {
  readonly after: number;
  readonly to: number;
}

export interface BuildSettings {
  readonly mapping: MappingJson;
  readonly dynamicFields: number;
  /** Maximum bytes of stored documents in the segment. */
  readonly sourceRoom: number;
}

/** Builds segments, one at a time. */
export interface Builder {
  build(range: Range, settings: BuildSettings): Promise<BuiltSegment>;
  close(): Promise<void>;
}

const PAGE_SIZE = 1_000;

/**
 * The changes of a range in pages; the last page may go beyond the range. The next page is fetched while one is
 * processed.
 */
export async function* changesIn(source: DocumentSource, { after, to }: Range): AsyncGenerator<readonly Change[]> {
  let page = source.changes(after, PAGE_SIZE);
  for (;;) {
    const changes = await page;
    const last = changes.at(-1);
    const more = last !== undefined && last.sequence < to;
    if (more) {
      page = source.changes(last.sequence, PAGE_SIZE);
      page.catch(() => undefined);
    }
    yield changes;
    if (!more) return;
  }
}

/** Builds in this thread. Once `ended` returns true it stops, and returns only a part. */
export async function buildSegment(
  source: DocumentSource,
  range: Range,
  { mapping, dynamicFields, sourceRoom }: BuildSettings,
  ended: () => boolean = () => false,
): Promise<BuiltSegment> {
  const schema = new Schema(mapping, dynamicFields);
  const builder = new SegmentBuilder(schema, { sourceRoom, compresses: true });
  for await (const changes of changesIn(source, range)) {
    for (const { id, sequence, document } of changes) if (document && sequence <= range.to) builder.add(id, document);
    if (ended()) break;
  }
  const data = builder.documentCount > 0 ? builder.build(0) : undefined;
  return { data, dynamicPaths: schema.dynamicPaths };
}

/** Settings for reading the documents in a worker thread. */
export interface TableSettings {
  readonly view: DocumentView;
  readonly connection: ConnectionSettings;
}

export type BuildOrder = readonly [Range, BuildSettings];
export type BuildResult = { readonly built: BuiltSegment } | { readonly error: unknown };

/** Builds in a worker thread that reads the table over its own connection. */
export class BuildingThread implements Builder {
  readonly #worker: Worker;
  readonly #ended: Promise<never>;

  constructor(workerData: TableSettings, resourceLimits: ResourceLimits) {
    this.#worker = startWorker(workerUrl(import.meta.url, "./building.worker"), { workerData, resourceLimits });
    this.#ended = new Promise((_, reject) => {
      this.#worker.once("error", reject);
      this.#worker.once("exit", () => reject(new Error("the thread that builds has ended")));
    });
    // `build` reports the error.
    this.#ended.catch(() => undefined);
  }

  build(...order: BuildOrder): Promise<BuiltSegment> {
    const built = new Promise<BuiltSegment>((resolve, reject) => {
      this.#worker.once("message", (result: BuildResult) => {
        if ("built" in result) resolve(result.built);
        else reject(result.error);
      });
      this.#worker.postMessage(order);
    });
    return Promise.race([built, this.#ended]);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
