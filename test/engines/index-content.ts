import { vi } from "vitest";
import { z } from "zod";
import { catalogue } from "../../contracts/views/catalogue.ts";
import type { Database } from "../../platform/database/port.ts";
import { TableSource } from "../../platform/search/documents/table-source.ts";
import { Cluster } from "../../platform/search/elasticsearch/cluster.ts";
import { openSearchFollower } from "../../platform/search/elasticsearch/follower.ts";
import { catalogueMapping } from "../../platform/search/mapping.ts";
import { readCheckpoint } from "../../platform/views/registry.ts";
import { silent } from "../postgres.ts";

/** The documents of an index by id, each with the number of its last change. */
export type IndexContent = ReadonlyMap<string, { readonly version: number; readonly document: unknown }>;

const Page = z.object({
  _scroll_id: z.string(),
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _version: z.number(), _source: z.unknown() })) }),
});

/** Reads all documents of an index or alias. */
export async function indexContent(url: string, name: string): Promise<IndexContent> {
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const sent = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(url + path, { method: "POST", ...sent });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const content = new Map<string, { version: number; document: unknown }>();
  await ask(`/${name}/_refresh`);
  let page = Page.parse(await ask(`/${name}/_search?scroll=1m`, { size: 1_000, version: true, sort: ["_doc"] }));
  while (page.hits.hits.length > 0) {
    for (const { _id, _version, _source } of page.hits.hits) content.set(_id, { version: _version, document: _source });
    page = Page.parse(await ask("/_search/scroll", { scroll: "1m", scroll_id: page._scroll_id }));
  }
  return content;
}

/** Fills a new index with the given alias from the catalogue's table, and reads its documents. */
export async function rebuiltContent(url: string, name: string, database: Database): Promise<IndexContent> {
  const cluster = new Cluster({ nodes: [url] });
  const source = new TableSource(database, catalogue);
  const options = { cluster, database, view: catalogue, alias: name, source, mapping: catalogueMapping };
  const follower = await openSearchFollower({ ...options, log: silent });
  try {
    const { sequence } = await readCheckpoint(database, catalogue);
    await vi.waitFor(
      () => {
        const state = follower.state();
        if (state.state !== "following" || state.sequence !== sequence) throw new Error(JSON.stringify(state));
      },
      { timeout: 60_000, interval: 50 },
    );
    return await indexContent(url, name);
  } finally {
    await follower.close();
    await cluster.close();
  }
}
