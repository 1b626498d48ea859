import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { routeAt, serveRoutes } from "../../../test/serve-routes.ts";
import { LongAnswers } from "./long-answers.ts";
import { sendStream } from "./streamed.ts";

const limits = { running: 3, runningPerKey: 2, waiting: 2, waitingPerKey: 1, timeoutMs: 60_000 };
const TAG = 'W/"x"';

/** Long answers that end when they are told to, at `/long`; `/short` answers at once. */
async function serveLong() {
  const turns = new LongAnswers(limits);
  let made = 0;
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    made++;
    yield Buffer.from("[");
    await finished;
    yield Buffer.from("]");
  }
  const base = await serveRoutes(onTestFinished, [
    routeAt("/long", (request, response) => sendStream(request, response, TAG, "json", pieces(), turns)),
    routeAt("/short", (_request, response) => void response.json({})),
  ]);
  return { base, turns, finish, made: () => made };
}

/** The answer's head; its body is left unread. */
async function begin(url: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
  const [answer] = await once(get(url, { agent: false, headers }), "response");
  return answer;
}

test("long answers beyond a client's share wait, those beyond that get 503 at once, and all else goes on", async () => {
  const { base, turns, finish, made } = await serveLong();
  const begun = [await begin(`${base}/long`), await begin(`${base}/long`)];
  const waiting = begin(`${base}/long`);
  await vi.waitFor(() => expect(turns.counts).toMatchObject({ running: 2, waiting: 1 }));

  const refused = await fetch(`${base}/long`);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("Retry-After")).toBe("1");
  expect(await refused.json()).toMatchObject({ code: "busy" });
  expect(made()).toBe(2);
  expect((await begin(`${base}/long`, { "If-None-Match": TAG })).statusCode).toBe(304);
  expect((await fetch(`${base}/long`, { method: "HEAD" })).status).toBe(200);
  expect((await fetch(`${base}/short`)).status).toBe(200);

  finish();
  begun.push(await waiting);
  for (const answer of begun) answer.resume();
  await vi.waitFor(() => expect(turns.counts).toMatchObject({ running: 0, waiting: 0 }));
  expect((await fetch(`${base}/long`)).status).toBe(200);
});

test("a client that leaves makes room", async () => {
  const { base, turns, finish } = await serveLong();
  const begun = [await begin(`${base}/long`), await begin(`${base}/long`)];
  const waiting = get(`${base}/long`, { agent: false }).on("error", () => undefined);
  await vi.waitFor(() => expect(turns.counts.waiting).toBe(1));
  waiting.destroy();
  await vi.waitFor(() => expect(turns.counts).toMatchObject({ running: 2, waiting: 0 }));
  for (const answer of begun) answer.destroy();
  finish();
  await vi.waitFor(() => expect(turns.counts).toMatchObject({ running: 0, waiting: 0 }));
});

test("a client that stops reading leaves its turn to others", async () => {
  const turns = new LongAnswers(limits);
  const piece = Buffer.alloc(1024 ** 2);
  async function* endless(): AsyncGenerator<Uint8Array, void> {
    for (;;) yield piece;
  }
  const base = await serveRoutes(onTestFinished, [
    routeAt("/endless", (request, response) => sendStream(request, response, TAG, "json", endless(), turns)),
  ]);
  const begun = [await begin(`${base}/endless`), await begin(`${base}/endless`)];
  await vi.waitFor(() => expect(turns.counts).toEqual({ running: 0, waiting: 0, open: 2 }), { timeout: 5_000 });
  for (const answer of begun) answer.destroy();
  await vi.waitFor(() => expect(turns.counts).toEqual({ running: 0, waiting: 0, open: 0 }));
});
