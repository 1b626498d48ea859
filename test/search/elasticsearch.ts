import { catalogueMapping } from "../../platform/search/mapping.ts";
import type { CorpusRecord } from "./corpus.ts";
import type { Answer, Ask } from "./exchange.ts";

/** A real Elasticsearch that holds records in one shard and one segment, in their order. */
export interface LoadedElasticsearch {
  readonly ask: Ask;
  close(): Promise<void>;
}

/** Indexes the records in a new index `index`. @throws Error when a record is refused or the index has several segments. */
export async function loadElasticsearch(
  url: string,
  index: string,
  records: readonly CorpusRecord[],
): Promise<LoadedElasticsearch> {
  const call = async (method: string, path: string, body?: string): Promise<Answer> => {
    const type = path.endsWith("_bulk") ? "application/x-ndjson" : "application/json";
    const response = await fetch(`${url}/${index}${path}`, {
      method,
      headers: { "content-type": type },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, text: await response.text() };
  };
  const expectSuccess = async (method: string, path: string, body?: string): Promise<string> => {
    const { status, text } = await call(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`);
    return text;
  };
  await call("DELETE", "");
  const settings = { number_of_shards: 1, number_of_replicas: 0, refresh_interval: "-1" };
  await expectSuccess("PUT", "", JSON.stringify({ settings, mappings: catalogueMapping }));
  const lines = records.flatMap(({ id, document }) => [{ index: { _id: id } }, document]);
  const loaded = JSON.parse(
    await expectSuccess("POST", "/_bulk", lines.map((line) => `${JSON.stringify(line)}\n`).join("")),
  );
  const refused = loaded.items.find((item: { index: { error?: unknown } }) => item.index.error);
  if (refused) throw new Error(`a record was refused: ${JSON.stringify(refused)}`);
  await expectSuccess("POST", "/_refresh");
  await expectSuccess("POST", "/_forcemerge?max_num_segments=1");
  await expectSuccess("POST", "/_refresh");
  await expectIndexOrder(records, (body) => expectSuccess("POST", "/_search", JSON.stringify(body)));
  return {
    ask: (body) => call("POST", `/_search${body.includes("track_total_hits") ? "" : "?track_total_hits=true"}`, body),
    close: async () => {
      await call("DELETE", "");
    },
  };
}

/** Ties break by index order, so a merge that moved records would make every comparison meaningless. */
async function expectIndexOrder(records: readonly CorpusRecord[], search: (body: object) => Promise<string>) {
  const body = { sort: ["_doc"], size: 10_000, _source: false };
  const found = JSON.parse(await search(body)).hits.hits.map((hit: { _id: string }) => hit._id);
  if (found.join("\n") !== records.map(({ id }) => id).join("\n"))
    throw new Error("the records are not in their order");
}
