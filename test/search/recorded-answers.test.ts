import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { corpus } from "./corpus.ts";
import { type LoadedEmbedded, loadEmbedded } from "./embedded.ts";
import { comparable } from "./exchange.ts";
import { RECORDED_INDEX, readRecorded } from "./recorded.ts";

let embedded: LoadedEmbedded;

beforeAll(async () => {
  embedded = await loadEmbedded(RECORDED_INDEX, corpus);
});

afterAll(async () => {
  await embedded.close();
});

const recorded = readRecorded();

describe("the embedded engine answers as Elasticsearch answered", () => {
  test.each(recorded.filter(({ status }) => status < 500))("$name: $body", async ({ body, status, answer }) => {
    const given = await embedded.ask(body);
    expect(comparable(given)).toBe(answer);
    expect(given.status).toBe(status);
  });
});

describe("what Elasticsearch fails at is refused", () => {
  test.each(recorded.filter(({ status }) => status >= 500))("$name: $body", async ({ body }) => {
    expect((await embedded.ask(body)).status).toBe(400);
  });
});
