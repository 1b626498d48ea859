import { afterAll, beforeAll, expect } from "vitest";
import { corpus } from "./corpus.ts";
import { type LoadedEmbedded, loadEmbedded } from "./embedded.ts";
import type { Ask } from "./exchange.ts";

export interface Asked {
  readonly status: number;
  readonly answer: Record<string, unknown>;
}

/** The engine over the corpus, or over the result of `load`, while the tests of the caller's file or `describe` run. */
export function loaded(load: () => Promise<LoadedEmbedded> = () => loadEmbedded("catalogue", corpus)): Ask {
  let engine: LoadedEmbedded | undefined;
  beforeAll(async () => {
    engine = await load();
  }, 60_000);
  afterAll(() => engine?.close());
  return async (body) => {
    if (!engine) throw new Error("the engine is not loaded yet");
    return engine.ask(body);
  };
}

/** The answer to a body, without hits unless it asks for them. */
export async function answerOf(ask: Ask, body: object): Promise<Asked> {
  const { status, text } = await ask(JSON.stringify({ size: 0, ...body }));
  return { status, answer: JSON.parse(text) };
}

/** The aggregations of a search, of all records by default, which must not be refused. */
export async function aggregationsOf<Answer>(ask: Ask, aggs: object, query?: object): Promise<Answer> {
  const { status, answer } = await answerOf(ask, { ...(query && { query }), aggs });
  expect(answer["error"]).toBeUndefined();
  expect(status).toBe(200);
  return answer["aggregations"] as Answer;
}
