import { afterAll, beforeAll, expect, test } from "vitest";
import { corpus } from "./corpus.ts";
import { type LoadedEmbedded, loadEmbedded } from "./embedded.ts";
import { LISTED_LIMITS } from "./search-limits.ts";

let embedded: LoadedEmbedded;

beforeAll(async () => {
  embedded = await loadEmbedded("airlog", corpus.slice(0, 10));
});
afterAll(() => embedded.close());

const examples = Object.values(LISTED_LIMITS).filter(({ example }) => example);

test.each(examples)(
  "beyond its limit a search is answered as the document says: $name",
  async ({ beyond, example }) => {
    const { status, text } = await embedded.ask(JSON.stringify(example));
    expect(status).toBe(400);
    expect(text).toContain(`"type":"${beyond}"`);
  },
);
