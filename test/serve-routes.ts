import type { RequestHandler } from "express";
import { Registry } from "prom-client";
import { type Config, readConfig } from "../platform/config.ts";
import { createApplication } from "../platform/http/application.ts";
import { type ServedRoute, serve } from "../platform/http/route.ts";
import { listen } from "../platform/http/server.ts";
import { readBinding } from "../services/query/http/read.ts";
import { positionOf } from "./position.ts";
import { silent } from "./postgres.ts";

/** Routes on a real port, with everything around them that the product has. */
export interface ServedRoutes {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveRoutes(
  routes: readonly ServedRoute[],
  config: Config = readConfig({}),
): Promise<ServedRoutes> {
  const parts = { config, log: silent, metrics: new Registry(), routes };
  const server = await listen(createApplication(parts), "127.0.0.1", 0);
  return { url: server.url, close: () => server.close(0) };
}

/** A GET route for handlers under test. */
export function routeAt(path: string, ...handlers: readonly RequestHandler[]): ServedRoute {
  const answers = [{ status: 200, description: "" }];
  return serve({ method: "get", path, id: path, tag: "Service", summary: "", access: "public", answers }, ...handlers);
}

/** Binds reads that are not limited in number, over views that show every position. */
export const unlimitedRead = readBinding({
  rateLimit: "off",
  maxBodyBytes: 1024 ** 2,
  clock: () => new Date(),
  eventStore: { parsePosition: positionOf },
  progress: { waitFor: async () => true },
});
