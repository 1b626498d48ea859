import { z } from "zod";
import { VersionDto } from "../version.ts";
import { declareRoute } from "./route.ts";

const Health = z
  .looseObject({ status: z.string() })
  .meta({ id: "Health", description: "The state of the process and of each engine and view." });

export const getVersion = declareRoute({
  method: "get",
  path: "/api/version",
  id: "getVersion",
  tag: "Service",
  summary: "What is running here",
  access: "public",
  reads: [],
  cached: true,
  answers: [
    {
      status: 200,
      description: "Name, version and origin; every value is a string.",
      schema: VersionDto,
      example: { name: "airlog", version: "0.1.0", api: "v3", commit: "unknown", built: "unknown" },
    },
  ],
});

const page = (path: string, id: string, summary: string) =>
  declareRoute({
    method: "get",
    path,
    id,
    tag: "Service",
    summary,
    access: "public",
    cached: true,
    answers: [{ status: 200, description: "An HTML page.", schema: z.string(), contentType: "text/html" }],
  });

export const homePage = page("/", "home", "What this is and where to go");
export const docsPage = page("/docs", "docs", "This description as a page");
export const problemsPage = page("/docs/problems", "problems", "Every failure and what it means");
export const uvModelPage = page(
  "/docs/uv-model",
  "uvModel",
  "What the UV routes compute, from what, and how far to trust it",
);

export const getDescription = declareRoute({
  method: "get",
  path: "/openapi.json",
  id: "getDescription",
  tag: "Service",
  summary: "This description",
  access: "public",
  cached: true,
  answers: [
    {
      status: 200,
      description: "OpenAPI 3.1.",
      schema: z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }),
    },
  ],
});

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
    { status: 503, description: "It can't just now.", schema: Health, headers: ["Retry-After"] },
  ],
});

export const getMetrics = declareRoute({
  method: "get",
  path: "/metrics",
  id: "metrics",
  tag: "Service",
  summary: "Measurements for Prometheus",
  access: "public",
  answers: [{ status: 200, description: "Metrics.", schema: z.string(), contentType: "text/plain" }],
});

export const serviceRoutes = [
  getVersion,
  homePage,
  docsPage,
  problemsPage,
  uvModelPage,
  getDescription,
  getLiveness,
  getReadiness,
  getMetrics,
];
