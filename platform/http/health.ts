import { type RequestHandler, Router } from "express";
import type { Registry } from "prom-client";

/**
 * `degraded`: routes are served, but something runs behind or stands still. `down`: this process can't serve its routes.
 */
export type State = "up" | "degraded" | "down";

export interface ComponentHealth {
  readonly state: State;
  /** Position, lag, reason …, as plain JSON without secrets. */
  readonly [detail: string]: unknown;
}

export type Components = Readonly<Record<string, ComponentHealth>>;

/** Seconds for a component to say how it is; one that doesn't is down. */
const PATIENCE = 2;

/** `/health/live`, `/health/ready` and `/metrics`. */
export function healthRoutes(metrics: Registry, components: () => Promise<Components>): Router {
  const live: RequestHandler = (_request, response) => {
    response.set("Cache-Control", "no-store").json({ status: "up" });
  };
  const ready: RequestHandler = async (_request, response) => {
    const found = await within(PATIENCE, components());
    const states = Object.values(found).map(({ state }) => state);
    const status = states.includes("down") ? "down" : states.includes("degraded") ? "degraded" : "up";
    response.set("Cache-Control", "no-store").status(status === "down" ? 503 : 200);
    if (status === "down") response.set("Retry-After", "1");
    response.json({ status, components: found });
  };
  const exposition: RequestHandler = async (_request, response) => {
    response.set("Content-Type", metrics.contentType).send(await metrics.metrics());
  };
  return Router().get("/health/live", live).get("/health/ready", ready).get("/metrics", exposition);
}

async function within(seconds: number, answer: Promise<Components>): Promise<Components> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Components>((resolve) => {
    timer = setTimeout(
      () => resolve({ health: { state: "down", reason: `no answer in ${seconds} s` } }),
      seconds * 1000,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    return { health: { state: "down", reason: error instanceof Error ? error.name : "unknown" } };
  } finally {
    clearTimeout(timer);
  }
}
