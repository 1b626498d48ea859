import { afterAll, beforeAll, expect, test } from "vitest";
import * as promised from "../../contracts/search-limits.ts";
import { readAllowed } from "../../platform/search/elasticsearch/allow-list.ts";
import * as ofEngines from "../../search-engine/limits.ts";
import { corpus } from "./corpus.ts";
import { type LoadedEmbedded, loadEmbedded } from "./embedded.ts";
import { LISTED_LIMITS } from "./search-limits.ts";

let embedded: LoadedEmbedded;

beforeAll(async () => {
  embedded = await loadEmbedded("airlog", corpus.slice(0, 10));
});
afterAll(() => embedded.close());

const examples = Object.values(LISTED_LIMITS).filter(({ example }) => example);

test.each(examples.filter(({ by }) => by !== "elasticsearch"))(
  "beyond its limit a search is answered as the document says: $name",
  async ({ beyond, example }) => {
    const { status, text } = await embedded.ask(JSON.stringify(example));
    expect(status).toBe(400);
    expect(text).toContain(`"type":"${beyond}"`);
  },
);

test.each(examples.filter(({ by }) => by === undefined || by === "elasticsearch"))(
  "beyond its limit a search is not sent to Elasticsearch: $name",
  ({ beyond, example }) => {
    expect(() => readAllowed(Buffer.from(JSON.stringify(example)), "airlog")).toThrow(
      expect.objectContaining({
        status: 400,
        error: expect.toSatisfy((error) => JSON.stringify(error).includes(String(beyond))),
      }),
    );
  },
);

test("the engines allow what the interface promises", () => {
  const promises = Object.entries(promised).filter(([name]) => name in ofEngines);
  expect(promises.length).toBeGreaterThan(0);
  expect({ ...ofEngines }).toMatchObject(Object.fromEntries(promises));
});
