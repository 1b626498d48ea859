import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { corpus } from "./corpus.ts";
import { type LoadedEmbedded, loadEmbedded } from "./embedded.ts";
import { comparable } from "./exchange.ts";
import { RECORDED_INDEX, readRecorded } from "./recorded.ts";

let embedded: LoadedEmbedded;
let inSegments: LoadedEmbedded;

beforeAll(async () => {
  embedded = await loadEmbedded(RECORDED_INDEX, corpus);
  inSegments = await loadEmbedded(RECORDED_INDEX, corpus, { batch: 79 });
});

afterAll(async () => {
  await embedded.close();
  await inSegments.close();
});

const recorded = readRecorded();

describe("the embedded engine answers as Elasticsearch answered", () => {
  test.each(recorded.filter(({ status }) => status < 500))("$name: $body", async ({ body, status, answer }) => {
    const given = await embedded.ask(body);
    expect(comparable(given)).toBe(answer);
    expect(given.status).toBe(status);
  });
});

describe("searches at which Elasticsearch fails are refused", () => {
  test.each(recorded.filter(({ status }) => status >= 500))("$name: $body", async ({ body }) => {
    expect((await embedded.ask(body)).status).toBe(400);
  });
});

test("answers do not depend on the number of segments", async () => {
  expect(inSegments.segments).toBeGreaterThan(1);
  const different: string[] = [];
  for (const { name, body, status, answer } of recorded) {
    if (status === 200 && comparable(await inSegments.ask(body)) !== answer) different.push(`${name}: ${body}`);
  }
  expect(different).toEqual([]);
}, 180_000);
