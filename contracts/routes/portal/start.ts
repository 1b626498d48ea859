import { z } from "zod";
import { declareRoute } from "../route.ts";
import { lang } from "./language.ts";

export const startPage = declareRoute({
  method: "get",
  path: "/",
  id: "startPage",
  tag: "Service",
  summary: "What is here: datasets, the air now, the sun today",
  access: "public",
  reads: ["catalogue", "facilities", "stations", "observations", "uv-forecast"],
  cached: true,
  failures: "page",
  parameters: { lang },
  answers: [{ status: 200, description: "A page for people.", schema: z.string(), mediaTypes: ["text/html"] }],
  problems: ["busy", "search-timeout"],
});

/** The page that all others are reached from. */
export const startRoutes = [startPage];
