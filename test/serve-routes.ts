import type { RequestHandler } from "express";
import { Registry } from "prom-client";
import { type Config, readConfig } from "../platform/config.ts";
import { createApplication } from "../platform/http/application.ts";
import { BodyMemory } from "../platform/http/body-memory.ts";
import type { SendFailure } from "../platform/http/failure-forms.ts";
import { type ServedRoute, serve } from "../platform/http/route.ts";
import { listen } from "../platform/http/server.ts";
import { readBinding } from "../services/query/http/read.ts";
import { positionOf } from "./position.ts";
import { silent } from "./postgres.ts";

/**
 * Serves routes on a real port, with everything that surrounds them in the product, until the hook runs:
 * `serveRoutes(afterAll, routes)`, or `onTestFinished`. Returns the URL that their paths follow.
 */
export async function serveRoutes(
  hook: (end: () => Promise<void>) => void,
  routes: readonly ServedRoute[],
  config: Config = readConfig({}),
  sendFailurePage: SendFailure = plainFailurePage,
): Promise<string> {
  const parts = { config, log: silent, metrics: new Registry(), routes, sendFailurePage };
  const server = await listen(createApplication(parts), "127.0.0.1", 0);
  hook(() => server.close(0));
  return server.url;
}

/** A failure as a page, for tests of other things. */
const plainFailurePage: SendFailure = (response, { code }) => {
  response.type("text/html").send(`<!doctype html><title>${code}</title>`);
};

/** A GET route for handlers under test. */
export function routeAt(path: string, ...handlers: readonly RequestHandler[]): ServedRoute {
  const answers = [{ status: 200, description: "" }];
  return serve({ method: "get", path, id: path, tag: "Service", summary: "", access: "public", answers }, ...handlers);
}

/** The memory of bodies that `unlimitedRead` reads. */
export const readMemory = new BodyMemory(1024 ** 2);

/** Binds reads that are not limited in number, over views that show every position. */
export const unlimitedRead = readBinding({
  rateLimit: "off",
  memory: readMemory,
  maxBodyBytes: 1024 ** 2,
  clock: () => new Date(),
  eventStore: { parsePosition: positionOf },
  progress: { waitFor: async () => true, isLate: () => false, untilCurrent: async () => undefined },
  builds: { newest: (view) => view, progress: () => undefined },
  pace: { observe: () => undefined },
});
