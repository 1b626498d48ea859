import { z } from "zod";
import { VersionDto } from "../version.ts";
import { type AnswerDescription, READ_HEADERS, type RouteDescription } from "./route.ts";

const unchanged: AnswerDescription = { status: 304, description: "Nothing has changed.", headers: ["ETag"] };

const Health = z
  .looseObject({ status: z.string() })
  .meta({ id: "Health", description: "The state of the process and of each engine and view." });

const page = (path: string, id: string, summary: string): RouteDescription => ({
  method: "get",
  path,
  id,
  tag: "Service",
  summary,
  access: "public",
  shared: ["If-None-Match"],
  answers: [
    { status: 200, description: "An HTML page.", schema: z.string(), contentType: "text/html", headers: ["ETag"] },
    unchanged,
  ],
  problems: ["internal-error"],
});

export const serviceRoutes: readonly RouteDescription[] = [
  {
    method: "get",
    path: "/api/version",
    id: "getVersion",
    tag: "Service",
    summary: "What is running here",
    access: "public",
    shared: ["If-None-Match"],
    answers: [
      {
        status: 200,
        description: "Name, version and origin; every value is a string.",
        schema: VersionDto,
        headers: ["ETag", ...READ_HEADERS],
        example: {
          name: "airlog",
          version: "0.1.0",
          api: "v3",
          commit: "unknown",
          built: "unknown",
        },
      },
      { ...unchanged, headers: ["ETag", ...READ_HEADERS] },
    ],
    problems: ["position-unknown", "too-many-requests", "internal-error"],
  },
  page("/", "home", "What this is and where to go"),
  page("/docs", "docs", "This description as a page"),
  page("/docs/problems", "problems", "Every failure and what it means"),
  page("/docs/uv-model", "uvModel", "What the UV routes compute, from what, and how far to trust it"),
  {
    method: "get",
    path: "/openapi.json",
    id: "getDescription",
    tag: "Service",
    summary: "This description",
    access: "public",
    shared: ["If-None-Match"],
    answers: [
      {
        status: 200,
        description: "OpenAPI 3.1.",
        schema: z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }),
        headers: ["ETag"],
      },
      unchanged,
    ],
    problems: ["internal-error"],
  },
  {
    method: "get",
    path: "/health/live",
    id: "live",
    tag: "Service",
    summary: "Whether the process lives",
    access: "public",
    answers: [{ status: 200, description: "It does.", schema: Health }],
    problems: ["internal-error"],
  },
  {
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
    problems: ["internal-error"],
  },
  {
    method: "get",
    path: "/metrics",
    id: "metrics",
    tag: "Service",
    summary: "Measurements for Prometheus",
    access: "public",
    answers: [{ status: 200, description: "Metrics.", schema: z.string(), contentType: "text/plain" }],
    problems: ["internal-error"],
  },
];
