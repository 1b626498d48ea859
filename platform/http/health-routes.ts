import type { RequestHandler } from "express";
import type { Registry } from "prom-client";
import { getLiveness, getMetrics, getReadiness } from "../../contracts/routes/health.ts";
import { shared } from "../async/shared.ts";
import { withTimeout } from "../async/timeout.ts";
import type { Components } from "../health.ts";
import { noteReady, type ReadyAnswer, setHeaders } from "./ready-answers.ts";
import { type ServedRoute, serve } from "./route.ts";

/** A component that does not report its health within this time is down. */
const HEALTH_TIMEOUT_MS = 2_000;

const UP = JSON.stringify({ status: "up" });
const LIVE: ReadyAnswer = {
  status: 200,
  headers: [
    ...["Vary", "Accept-Encoding", "Cache-Control", "no-store"],
    ...["Content-Type", "application/json; charset=utf-8", "Content-Length", String(UP.length)],
  ],
  body: UP,
};

/** `/health/live`, `/health/ready` and `/metrics`. */
export function healthRoutes(metrics: Registry, components: () => Promise<Components>): readonly ServedRoute[] {
  const live: RequestHandler = (_request, response) => {
    noteReady(response, () => LIVE);
    setHeaders(response, LIVE.headers);
    response.status(LIVE.status).end(LIVE.body);
  };
  // Concurrent requests share them: both read the database, and take as long as dozens of other answers.
  const check = shared(components);
  const scrape = shared(async () => Buffer.from(await metrics.metrics()));
  const ready: RequestHandler = async (_request, response) => {
    const found = await within(HEALTH_TIMEOUT_MS, check());
    const states = Object.values(found).map(({ state }) => state);
    const status = states.includes("down") ? "down" : states.includes("degraded") ? "degraded" : "up";
    response.set("Cache-Control", "no-store").status(status === "down" ? 503 : 200);
    if (status === "down") response.set("Retry-After", "1");
    response.json({ status, components: found });
  };
  const exposition: RequestHandler = async (_request, response) => {
    response.set("Content-Type", metrics.contentType).send(await scrape());
  };
  return [serve(getLiveness, live), serve(getReadiness, ready), serve(getMetrics, exposition)];
}

async function within(timeoutMs: number, answer: Promise<Components>): Promise<Components> {
  const down = (reason: string): Components => ({ health: { state: "down", reason } });
  try {
    return await withTimeout(timeoutMs, answer, () => down(`no answer in ${timeoutMs / 1000} s`));
  } catch (error) {
    return down(error instanceof Error ? error.name : "unknown");
  }
}
