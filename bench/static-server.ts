import { readFile } from "node:fs/promises";
import { pino } from "pino";
import { Registry } from "prom-client";
import type { RouteDeclaration } from "../contracts/routes/route.ts";
import { readConfig } from "../platform/config.ts";
import { createApplication } from "../platform/http/application.ts";
import { serve } from "../platform/http/route.ts";
import { listen } from "../platform/http/server.ts";

/** Serves one file's bytes through the same Express application as airlog; prints its URL. */
const [file = ""] = process.argv.slice(2);
const bytes = await readFile(file);
const declaration: RouteDeclaration = {
  method: "get",
  path: "/static",
  id: "static",
  tag: "Service",
  summary: "A file",
  access: "public",
  answers: [{ status: 200, description: "Its bytes." }],
};
const application = createApplication({
  config: readConfig({}),
  log: pino({ level: "warn" }, pino.destination(2)),
  metrics: new Registry(),
  routes: [serve(declaration, (_request, response) => void response.type("application/json").send(bytes))],
});
const { url } = await listen(application, "127.0.0.1", 0);
process.stdout.write(`${url}\n`);
