import { Engine, type EngineOptions } from "../search-engine/engine.ts";
import { Indexer } from "../search-engine/index/indexer.ts";

interface IndexedOptions extends Pick<EngineOptions, "mapping">, Partial<Pick<EngineOptions, "documents">> {
  /** Maximum bytes of documents that the segments hold; 0 by default. */
  readonly sourceMemory?: number;
}

/** An index of documents (JSON by id) that a test puts and deletes, with the engine that searches it. */
export function indexed(initial: Readonly<Record<string, string>>, options: IndexedOptions) {
  const { mapping, sourceMemory = 0 } = options;
  const indexer = new Indexer(mapping, 0, sourceMemory);
  const stored = new Map<string, Uint8Array>();
  const documents = options.documents ?? { documents: async (ids) => ids.map((id) => stored.get(id)) };
  const engine = new Engine({ indexName: "catalogue", mapping, dynamicFields: 0, documents });
  const put = (id: string, json: string): void => {
    const document = Buffer.from(json);
    stored.set(id, document);
    indexer.apply({ id, document });
  };
  const remove = (id: string): void => {
    stored.delete(id);
    indexer.apply({ id, document: undefined });
  };
  /** Searches that begin from now on see the changes. */
  const publish = (): void => engine.update(indexer.publish());
  const chunks = async (body: string): Promise<readonly Uint8Array[]> => {
    const answer = await engine.search(Buffer.from(body), new AbortController().signal);
    const read: Uint8Array[] = [];
    for await (const chunk of answer.body) read.push(chunk);
    return read;
  };
  const text = async (body: string): Promise<string> => Buffer.concat(await chunks(body)).toString();
  for (const [id, json] of Object.entries(initial)) put(id, json);
  publish();
  return { engine, put, remove, publish, chunks, text };
}
