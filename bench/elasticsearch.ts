import { Client } from "@elastic/elasticsearch";
import { catalogue } from "../contracts/views/catalogue.ts";
import { indexAlias, indexDefinition } from "../platform/search/elasticsearch/catalogue-index.ts";
import { catalogueMapping } from "../platform/search/mapping.ts";
import { corpusDocument, corpusFacilities } from "./corpus.ts";
import { benchEngine } from "./engines.ts";
import { MeasuredSystem } from "./system.ts";

/** The system on Elasticsearch with the corpus's facilities, and the same engine beside it. */
export interface ElasticsearchBench {
  readonly system: MeasuredSystem;
  readonly client: Client;
  /** Address of the engine. */
  readonly url: URL;
  /** The alias that the system searches. */
  readonly alias: string;
  /** Closes the system and deletes its index from the engine; ends the engine if it did not run before. */
  close(): Promise<void>;
}

/** @throws EngineMissing */
export async function openElasticsearchBench(): Promise<ElasticsearchBench> {
  const engine = await benchEngine("elasticsearch");
  const client = new Client({ node: engine.address });
  const system = await MeasuredSystem.start({ ELASTICSEARCH_URL: engine.address });
  let position = "";
  for (const facility of corpusFacilities) {
    const { headers } = await system.write("/api/provider/facilities/add", Buffer.from(JSON.stringify(facility)));
    position = String(headers["event-position"]);
  }
  const [logId = ""] = position.split(".");
  const alias = indexAlias(catalogue, logId);
  return {
    system,
    client,
    url: new URL(engine.address),
    alias,
    close: async () => {
      await system.close();
      const indexes = await client.indices.get({ index: `${alias}*` });
      await Promise.all(Object.keys(indexes).map((index) => client.indices.delete({ index })));
      await client.close();
      await engine.stop();
    },
  };
}

/** An index like the system's own, for the caller only. */
export async function makeBareIndex(client: Client): Promise<string> {
  const index = `bench-bare-${process.pid}`;
  const path = `/${index}`;
  await client.transport.request({ method: "PUT", path, body: indexDefinition(catalogueMapping) });
  return index;
}

/** The body of a `_bulk` request with the system's documents for these records. */
export function bulkOf(first: number, count: number): Buffer {
  const lines = Array.from({ length: count }, (_, index) => {
    const document = corpusDocument(first + index);
    const action = { index: { _id: document.identification.identifier.pid } };
    return `${JSON.stringify(action)}\n${JSON.stringify(document)}\n`;
  });
  return Buffer.from(lines.join(""));
}
