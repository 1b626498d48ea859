import { EventEmitter, once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../../../platform/config.ts";
import { routeAt, serveRoutes } from "../../../../test/serve-routes.ts";
import { LongAnswers } from "./long-answers.ts";
import { sendStream } from "./streamed.ts";

const limits = { running: 3, runningPerClient: 2, waiting: 2, waitingPerClient: 1, timeoutMs: 60_000 };
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

test("long answers beyond a client's share wait, further ones get 503 at once, and all other requests go on", async () => {
  const { base, turns, finish, made } = await serveLong();
  const begun = [await begin(`${base}/long`), await begin(`${base}/long`)];
  const waiting = begin(`${base}/long`);
  await vi.waitFor(() => expect(turns.counts).toMatchObject({ running: 2, waiting: 1 }), 20_000);

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
  await vi.waitFor(() => expect(turns.counts).toMatchObject({ running: 0, waiting: 0 }), 20_000);
  expect((await fetch(`${base}/long`)).status).toBe(200);
});

test("a client that leaves makes room", async () => {
  const { base, turns, finish } = await serveLong();
  const begun = [await begin(`${base}/long`), await begin(`${base}/long`)];
  const waiting = get(`${base}/long`, { agent: false }).on("error", () => undefined);
  await vi.waitFor(() => expect(turns.counts.waiting).toBe(1), 20_000);
  waiting.destroy();
  await vi.waitFor(() => expect(turns.counts).toMatchObject({ running: 2, waiting: 0 }), 20_000);
  for (const answer of begun) answer.destroy();
  finish();
  await vi.waitFor(() => expect(turns.counts).toMatchObject({ running: 0, waiting: 0 }), 20_000);
});

/** Long answers of any length, at `/endless`, for clients that `X-Forwarded-For` names. */
async function serveEndless(turns: LongAnswers): Promise<string> {
  const piece = Buffer.alloc(1024 ** 2);
  async function* endless(): AsyncGenerator<Uint8Array, void> {
    for (;;) yield piece;
  }
  const routes = [
    routeAt("/endless", (request, response) => sendStream(request, response, TAG, "json", endless(), turns)),
  ];
  return await serveRoutes(onTestFinished, routes, readConfig({ AIRLOG_TRUSTED_PROXIES: "127.0.0.1" }));
}

test("a client that stops reading leaves its turn to others", async () => {
  const turns = new LongAnswers(limits);
  const base = await serveEndless(turns);
  const begun = [await begin(`${base}/endless`), await begin(`${base}/endless`)];
  await vi.waitFor(() => expect(turns.counts).toEqual({ running: 0, waiting: 0, open: 2 }), { timeout: 5_000 });
  for (const answer of begun) answer.destroy();
  await vi.waitFor(() => expect(turns.counts).toEqual({ running: 0, waiting: 0, open: 0 }), 20_000);
});

test("when the maximum of answers is open, the slowest reader is cut for another client, and nobody before", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const turns = new LongAnswers({ ...limits, running: 4 }, { all: 3, perClient: 1, perNetwork: 2 });
  const base = await serveEndless(turns);
  const ended: string[] = [];
  const beginAs = async (client: string) => {
    const answer = await begin(`${base}/endless`, { "X-Forwarded-For": client });
    answer.on("error", () => ended.push(client));
    return answer;
  };
  const begun = [await beginAs("192.0.2.1")];
  await vi.waitFor(() => expect(turns.counts.running).toBe(0), { timeout: 5_000 });
  vi.advanceTimersByTime(60_000);
  begun.push(await beginAs("192.0.2.2"), await beginAs("198.51.100.1"));
  await vi.waitFor(() => expect(turns.counts).toEqual({ running: 0, waiting: 0, open: 3 }), { timeout: 5_000 });
  expect((await beginAs("198.51.100.1")).statusCode).toBe(503);
  expect(ended).toEqual([]);

  begun.push(await beginAs("203.0.113.1"));
  expect(begun.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  for (const answer of begun) answer.resume();
  await vi.waitFor(() => expect(ended).toEqual(["192.0.2.1"]), 20_000);
  expect((await beginAs("203.0.113.2")).statusCode).toBe(503);
  for (const answer of begun) answer.destroy();
  await vi.waitFor(() => expect(turns.counts.open).toBe(0), 20_000);
});

test("a reader that leaves the end of its answer unread gives way too", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const turns = new LongAnswers(limits, { all: 1, perClient: 1, perNetwork: 1 });
  async function* single(): AsyncGenerator<Uint8Array, void> {
    yield Buffer.from("[]");
  }
  const response = (ip: string) => Object.assign(new EventEmitter(), { req: { ip }, destroy: vi.fn() });
  const unread = response("192.0.2.1");
  const answer = await turns.admit(unread);
  for await (const _ of answer.watched(single()));
  expect(turns.counts).toEqual({ running: 0, waiting: 0, open: 1 });
  await expect(turns.admit(response("198.51.100.1"))).rejects.toMatchObject({ code: "busy" });
  vi.advanceTimersByTime(2_001);
  using _ = await turns.admit(response("198.51.100.1"));
  expect(unread.destroy).toHaveBeenCalledOnce();
});
