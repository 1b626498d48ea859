import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../../platform/config.ts";
import { type FindReady, noteReady } from "../../../platform/http/ready-answers.ts";
import { routeAt, serveRoutes } from "../../../test/serve-routes.ts";
import { FilteredAnswers } from "./filtered-answers.ts";
import { PreparedContent } from "./prepared-content.ts";

/** More than sockets hold. */
const large = new PreparedContent("x".repeat(32 * 1024 ** 2), "text/plain");
const small = new PreparedContent("x".repeat(1_000), "text/plain");

const answers = new FilteredAnswers({ all: 2, perClient: 1, perNetwork: 1 });
const route = (path: string, content: PreparedContent, isFiltered: boolean) =>
  routeAt(path, (request, response) => {
    const read = { request, response, noteReady: (find: FindReady) => noteReady(response, find) };
    return answers.send(read, content, { isFiltered }, () => content);
  });
const routes = [route("/all", large, false), route("/large", large, true), route("/small", small, true)];
const base = await serveRoutes(afterAll, routes, readConfig({ AIRLOG_TRUSTED_PROXIES: "127.0.0.1" }));

/** The answer's head; its body is left unread. */
async function begin(path: string, client: string): Promise<IncomingMessage> {
  const request = get(base + path, { agent: false, headers: { "X-Forwarded-For": client } });
  const [answer] = await once(request, "response");
  onTestFinished(() => void answer.destroy());
  return answer;
}

test("each client reads a bounded number of filtered lists, and the slowest gives way", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const slow = await begin("/large", "192.0.2.1");
  const ended = once(slow, "error");
  expect((await begin("/large", "192.0.2.1")).statusCode).toBe(503);
  for (const path of ["/small", "/all", "/all"]) expect((await begin(path, "192.0.2.1")).statusCode).toBe(200);
  expect((await begin("/large", "198.51.100.1")).statusCode).toBe(200);
  expect((await begin("/large", "203.0.113.1")).statusCode).toBe(503);

  await vi.waitFor(async () => {
    vi.advanceTimersByTime(60_000);
    expect((await begin("/large", "203.0.113.1")).statusCode).toBe(200);
  }, 20_000);
  slow.resume();
  await ended;
});

test("a list is sent with its length, and leaves room for others after it", async () => {
  for (let time = 0; time < 3; time++) {
    const answer = await fetch(`${base}/large`, { headers: { "Accept-Encoding": "identity" } });
    expect(answer.headers.get("Content-Length")).toBe(String(large.size));
    expect((await answer.text()).length).toBe(large.size);
  }
});
