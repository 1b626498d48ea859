import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Router } from "express";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "../../contracts/openapi/document.ts";
import { readConfig } from "../../platform/config.ts";
import { healthRoutes } from "../../platform/http/health.ts";
import { type RunningProcess, startProcess } from "../../platform/lifecycle/process.ts";
import type { OpenService } from "../../platform/lifecycle/service.ts";
import { openCommand } from "../../services/command/service.ts";
import { openProjector } from "../../services/projector/service.ts";
import { openQuery } from "../../services/query/service.ts";
import { type FreshDatabase, freshDatabase } from "../postgres.ts";

const routers: Router[] = [healthRoutes(new Registry(), async () => ({}))];
let running: RunningProcess;
let database: FreshDatabase;
let folder: string;

const watched =
  (open: OpenService): OpenService =>
  async (platform) => {
    const service = await open(platform);
    if (service.router) routers.push(service.router);
    return service;
  };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "airlog-description-"));
  database = await freshDatabase();
  const config = readConfig({ PORT: "0", DATABASE_URL: database.url, AIRLOG_DATA: folder, AIRLOG_LOG_LEVEL: "silent" });
  running = await startProcess(config, {
    command: watched(openCommand),
    projector: watched(openProjector),
    query: watched(openQuery),
  });
});
afterAll(async () => {
  await running.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function mounted(): string[] {
  const routes = routers.flatMap(({ stack }) => stack).flatMap(({ route }) => route ?? []);
  const names = routes.flatMap(({ path, stack }) =>
    [...new Set(stack.map(({ method }) => method))].map((method) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`),
  );
  return names.sort();
}

test("the described routes are exactly those that are mounted", () => {
  expect(mounted()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
});

test("every public read describes the problems of rate limiting and of waiting for a position", () => {
  const reads = ROUTES.filter(
    ({ path, access }) => path.startsWith("/api/") && access === "public" && path !== "/api/auth/token",
  );
  for (const { path, problems } of reads) {
    expect(problems, path).toEqual(expect.arrayContaining(["too-many-requests", "position-unknown"]));
  }
});
