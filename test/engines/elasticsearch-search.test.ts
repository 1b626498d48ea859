import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Cluster } from "../../platform/search/elasticsearch/cluster.ts";
import { ElasticsearchSearch } from "../../platform/search/elasticsearch/engine.ts";
import { SearchRejected } from "../../platform/search/port.ts";
import { corpus } from "../search/corpus.ts";
import { type LoadedElasticsearch, loadElasticsearch } from "../search/elasticsearch.ts";
import { type Answer, comparable } from "../search/exchange.ts";
import { isAnsweredWithoutFault, RECORDED_INDEX, type Recorded, readRecorded } from "../search/recorded.ts";
import { describeWithEngine } from "./engine.ts";

describeWithEngine("elasticsearch", "a search through the adapter", (url) => {
  const index = `engines_test_${randomBytes(6).toString("hex")}`;
  let loaded: LoadedElasticsearch;
  let cluster: Cluster;
  let engine: ElasticsearchSearch;

  beforeAll(async () => {
    cluster = new Cluster({ nodes: [url] });
    loaded = await loadElasticsearch(url, index, corpus);
    engine = new ElasticsearchSearch({ cluster, alias: index });
  });
  afterAll(async () => {
    await loaded.close();
    await cluster.close();
  });

  async function ask(body: string): Promise<Answer> {
    try {
      const answer = await engine.search({ body: Buffer.from(body), signal: new AbortController().signal });
      const chunks: Uint8Array[] = [];
      for await (const chunk of answer.body) chunks.push(chunk);
      return { status: 200, text: Buffer.concat(chunks).toString() };
    } catch (error) {
      if (!(error instanceof SearchRejected)) throw error;
      return { status: error.status, text: JSON.stringify({ error: error.error, status: error.status }) };
    }
  }

  /** The recording's placeholder for the name of this index. */
  const named = (answer: Answer): string => comparable(answer).replaceAll(index, RECORDED_INDEX);
  const recorded = readRecorded();
  const isAnswered = (each: Recorded) => each.status === 200 && !isAnsweredWithoutFault(each);
  const answered = recorded.filter(isAnswered);
  const refused = recorded.filter((each) => !isAnswered(each));

  test.each(answered)("$name: $body is answered byte for byte", async ({ body, answer }) => {
    const [given, direct] = [await ask(body), await loaded.ask(body)];
    expect(given.status).toBe(200);
    if (body.includes('"meta"')) {
      // The order of its members is random.
      expect(JSON.parse(given.text).aggregations).toEqual(JSON.parse(direct.text).aggregations);
      return;
    }
    expect(given.text.replace(/^\{"took":\d+,/, "")).toBe(direct.text.replace(/^\{"took":\d+,/, ""));
    // The embedded engine's answers are compared with the same recording; random scores depend on the index's name.
    if (!body.includes('"random_score"')) expect(named(given)).toBe(answer);
  });

  test.each(refused)("$name: $body is refused", async ({ body, status }) => {
    // Only the status: the service itself refuses the search, and the error is checked with the embedded engine.
    expect((await ask(body)).status).toBe(status >= 500 || status === 200 ? 400 : status);
  });

  test("a search that was cancelled before it began is not sent", async () => {
    const signal = AbortSignal.abort(new Error("gone"));
    await expect(engine.search({ body: Buffer.from("{}"), signal })).rejects.toThrow("gone");
  });
});
