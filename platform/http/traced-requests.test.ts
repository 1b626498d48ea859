import { Registry } from "prom-client";
import { afterAll, beforeEach, expect, test } from "vitest";
import { silent } from "../../test/postgres.ts";
import { recordedSpans } from "../../test/recorded-spans.ts";
import { routeAt } from "../../test/serve-routes.ts";
import { readConfig } from "../config.ts";
import { createApplication } from "./application.ts";
import { listen } from "./server.ts";
import { joinTrace } from "./traced-requests.ts";

const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

let tracing = recordedSpans();
const routes = [
  routeAt("/anonymous", (_request, response) => void response.json(response.locals["trace"] ?? null)),
  routeAt("/known", (_request, response) => {
    joinTrace(response);
    response.json(response.locals["trace"]);
  }),
];
const server = await listen(
  createApplication({
    config: readConfig({}),
    log: silent,
    metrics: new Registry(),
    routes,
    tracing: { start: (name, start) => tracing.start(name, start), close: async () => undefined },
  }),
  "127.0.0.1",
  0,
);
afterAll(() => server.close(0));
beforeEach(() => {
  tracing = recordedSpans();
});

/** The request's trace as seen by the route, and the request's span. */
async function ask(path: string, headers: Readonly<Record<string, string>>) {
  const trace = await (await fetch(`${server.url}${path}`, { headers })).json();
  await expect.poll(() => tracing.spans.length).toBe(1);
  return { trace, span: tracing.spans[0] };
}

const own = { traceparent: `00-${"ab".repeat(16)}-${"cd".repeat(8)}-01` };

test.each(["/anonymous", "/known"])("a request to %s without a trace begins one", async (path) => {
  const { trace, span } = await ask(path, {});
  expect(trace).toEqual(own);
  expect(span).toMatchObject({ name: `GET ${path}`, kind: "server", causes: [] });
  expect(span?.links).toBeUndefined();
});

test("the trace of an authenticated client is the parent of the request's span", async () => {
  const { trace, span } = await ask("/known", { traceparent });
  expect(trace).toEqual(own);
  expect(span).toMatchObject({ name: "GET /known", causes: [{ traceparent }] });
  expect(span?.links).toBeUndefined();
});

test("the trace of any other client is linked, so that it does not decide about sampling", async () => {
  const began = Date.now();
  const { trace, span } = await ask("/anonymous", { traceparent });
  expect(trace).toEqual({ traceparent });
  expect(span).toMatchObject({ name: "GET /anonymous", causes: [], links: [{ traceparent }] });
  expect(span?.startTime).toBeGreaterThanOrEqual(began);
});
