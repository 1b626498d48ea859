import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listenLocally } from "../../../test/listen.ts";
import { type SearchAnswer, SearchUnavailable } from "../port.ts";
import { Cluster } from "./cluster.ts";
import { ElasticsearchSearch } from "./engine.ts";

/** The answer of a search whose node answers with this status and body. */
async function searchAnswered(status: number, body: string): Promise<SearchAnswer> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "x-elastic-product": "Elasticsearch", "content-type": "application/json" });
    response.end(body);
  });
  const cluster = new Cluster({ nodes: [`http://${await listenLocally(server)}`] });
  onTestFinished(async () => {
    await cluster.close();
    server.close();
  });
  const engine = new ElasticsearchSearch({ cluster, alias: "catalogue" });
  return engine.search({ body: Buffer.from("{}"), signal: new AbortController().signal });
}

test.each([
  [429, '{"error":{"type":"es_rejected_execution_exception","reason":"busy"},"status":429}'],
  [503, '{"error":{"type":"search_phase_execution_exception","reason":"all shards failed"},"status":503}'],
  [502, "<html>Bad gateway</html>"],
  [404, '{"error":{"type":"index_not_found_exception","reason":"no such index [catalogue]"},"status":404}'],
  [403, '{"error":{"type":"security_exception","reason":"action is unauthorized"},"status":403}'],
  [400, "no JSON"],
])("status %d is not the client's fault: %s", async (status, body) => {
  await expect(searchAnswered(status, body)).rejects.toBeInstanceOf(SearchUnavailable);
});

test("the engine's refusal is passed on with its status", async () => {
  const error = { root_cause: [{ type: "parsing_exception", reason: "unknown query [x]" }], type: "parsing_exception" };
  const search = searchAnswered(400, JSON.stringify({ error, status: 400 }));
  await expect(search).rejects.toMatchObject({ name: "SearchRejected", status: 400, error });
});

const DOC_VALUES_CAST =
  "class org.elasticsearch.index.fielddata.plain.SortedSetOrdinalsIndexFieldData cannot be cast to class " +
  "org.elasticsearch.index.fielddata.IndexNumericFieldData (they are in module org.elasticsearch.server)";

test.each([
  ["null_pointer_exception", "is null", 400],
  ["illegal_state_exception", "TokenStream contract violation: close() call missing", 400],
  ["illegal_state_exception", "the shard is closed", 500],
  ["too_complex_to_determinize_exception", "would require more than 10000 effort", 400],
  ["class_cast_exception", DOC_VALUES_CAST, 400],
  ["class_cast_exception", "class java.lang.String cannot be cast to class java.util.Map", 500],
])("a failure of the engine with %s: %s is a fault of the body, or of the server", async (type, reason, status) => {
  const error = { root_cause: [{ type, reason }], type: "x", reason: "failed" };
  const search = searchAnswered(500, JSON.stringify({ error, status: 500 }));
  await expect(search).rejects.toMatchObject({ name: "SearchRejected", status, error });
});
