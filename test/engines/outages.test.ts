import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { catalogue } from "../../contracts/views/catalogue.ts";
import { indexAlias } from "../../platform/search/elasticsearch/catalogue-index.ts";
import { chooseEngines } from "../end-to-end/engines.ts";
import { record, records } from "../end-to-end/samples.ts";
import { oneProcess, type System } from "../end-to-end/system.ts";
import { Wire } from "../wire.ts";
import { elasticsearchAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

describeWithEngine("elasticsearch", "a system whose Elasticsearch is unavailable", (url) => {
  let wire: Wire;
  let system: System;
  beforeAll(async () => {
    wire = await Wire.to(url);
    chooseEngines(async () => ({ ...(await elasticsearchAt(url)()), variables: { ELASTICSEARCH_URL: wire.url } }));
    system = await oneProcess.start();
  });
  afterAll(async () => {
    await system.close();
    await wire.close();
  });

  const add = (...added: object[]) => system.as("provider").post("/api/provider/metadata/add", added);
  const search = (after?: string) =>
    system.reader.post("/api/metadata/search", { search: { size: 0 } }, after === undefined ? {} : { after });
  const patient = { timeout: 40_000, interval: 100 };

  async function found(after: string): Promise<number> {
    const answer = await search(after);
    expect(answer.status).toBe(200);
    return answer.json<{ response: { hits: { total: { value: number } } } }>().response.hits.total.value;
  }

  test("accepts writes, refuses searches, and catches up by itself", async () => {
    const before = await add(record("before"));
    expect(await found(before.position)).toBe(1);
    wire.cut();
    const during = await add(...records("during", 20));
    expect(during.status).toBe(200);
    expect((await search()).json()).toMatchObject({ status: 503, code: "engine-unavailable" });
    expect((await system.reader.get("/health/ready")).json()).toMatchObject({
      status: "down",
      components: { search: { state: "down", reason: "Elasticsearch can't be used just now" } },
    });
    // A record by its PID needs no search engine.
    const path = "/api/metadata/record?pid=during-00019";
    await vi.waitFor(async () => expect((await system.reader.get(path)).status).toBe(200), patient);
    wire.mend();
    await vi.waitFor(async () => expect(await found(during.position)).toBe(21), patient);
    await vi.waitFor(async () => {
      expect((await system.reader.get("/health/ready")).json()).toMatchObject({ status: "up" });
    }, patient);
  });

  test("fills a deleted index again", async () => {
    const { position } = await add(record("one more"));
    expect(await found(position)).toBe(22);
    const alias = `${url}/${indexAlias(catalogue, position.split(".")[0] ?? "")}`;
    const [index] = Object.keys(JSON.parse(await (await fetch(alias)).text()));
    expect((await fetch(`${url}/${index}`, { method: "DELETE" })).status).toBe(200);
    expect((await search()).json()).toMatchObject({ status: 503, code: "engine-unavailable" });
    await vi.waitFor(async () => expect(await found(position)).toBe(22), patient);
  });
});
