import { z } from "zod";
import { VersionDto } from "../version.ts";
import { declareRoute } from "./route.ts";

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
      example: { name: "airlog", version: "0.2.0", api: "v3", commit: "unknown", built: "unknown" },
    },
  ],
});

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

/** Routes that describe the service. */
export const documentationRoutes = [getVersion, getDescription];
