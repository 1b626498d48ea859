import { Router } from "express";
import { Registry } from "prom-client";
import { type Config, readConfig } from "../platform/config.ts";
import { createApplication } from "../platform/http/application.ts";
import { listen } from "../platform/http/server.ts";
import { silent } from "./postgres.ts";

/** Routes on a real port, within the same application as in production. */
export interface ServedRoutes {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveRoutes(
  add: (router: Router) => void,
  config: Config = readConfig({}),
): Promise<ServedRoutes> {
  const router = Router();
  add(router);
  const parts = { config, log: silent, metrics: new Registry(), routers: [router] };
  const server = await listen(createApplication(parts), "127.0.0.1", 0);
  return { url: server.url, close: () => server.close(0) };
}
