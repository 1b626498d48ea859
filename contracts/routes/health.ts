import { z } from "zod";
import { declareRoute } from "./route.ts";

const Health = z
  .looseObject({ status: z.string() })
  .meta({ id: "Health", description: "The state of the process and of each engine and view." });

export const getLiveness = declareRoute({
  method: "get",
  path: "/health/live",
  id: "live",
  tag: "Service",
  summary: "Whether the process lives",
  access: "public",
  answers: [{ status: 200, description: "It does.", schema: Health }],
});

export const getReadiness = declareRoute({
  method: "get",
  path: "/health/ready",
  id: "ready",
  tag: "Service",
  summary: "Whether the process can serve its routes",
  description: "A view that is stopped, late or being built shows as `degraded` at 200.",
  access: "public",
  answers: [
    { status: 200, description: "It can.", schema: Health },
    { status: 503, description: "It can't at the moment.", schema: Health, headers: ["Retry-After"] },
  ],
});

export const getMetrics = declareRoute({
  method: "get",
  path: "/metrics",
  id: "metrics",
  tag: "Service",
  summary: "Measurements for Prometheus",
  access: "public",
  answers: [{ status: 200, description: "Metrics.", schema: z.string(), mediaTypes: ["text/plain"] }],
});

/** Routes by which operators watch a process. */
export const healthRoutes = [getLiveness, getReadiness, getMetrics];
