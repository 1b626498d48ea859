import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROLES, type RoleName, TokenDto } from "../../contracts/access.ts";
import { ROUTES } from "../../contracts/routes/all.ts";
import { isWrite, problemsOf, type RouteDeclaration } from "../../contracts/routes/route.ts";
import { readConfig } from "../../platform/config.ts";
import { healthRoutes } from "../../platform/http/health-routes.ts";
import type { ServedRoute } from "../../platform/http/route.ts";
import { type RunningProcess, startProcess } from "../../platform/lifecycle/process.ts";
import type { OpenService } from "../../platform/lifecycle/service.ts";
import { openAccounts } from "../../services/command/accounts/accounts.ts";
import { openCommand } from "../../services/command/service.ts";
import { openProjector } from "../../services/projector/service.ts";
import { openQuery } from "../../services/query/service.ts";
import { folderUntil } from "../folder.ts";
import { databaseUntil } from "../postgres.ts";

const bound: ServedRoute[] = [...healthRoutes(new Registry(), async () => ({}))];
const folder = folderUntil(afterAll);
const { connection } = await databaseUntil(afterAll);
let running: RunningProcess;

const watched =
  (open: OpenService): OpenService =>
  async (platform) => {
    const service = await open(platform);
    bound.push(...(service.routes ?? []));
    return service;
  };

beforeAll(async () => {
  const own = { DATABASE_URL: connection.connectionString, AIRLOG_DATA: folder };
  const config = readConfig({ ...own, PORT: "0", AIRLOG_LOG_LEVEL: "silent" });
  running = await startProcess(config, {
    command: watched(openCommand),
    projector: watched(openProjector),
    query: watched(openQuery),
  });
});
afterAll(() => running.close());

const nameOf = ({ method, path }: RouteDeclaration) => `${method} ${path}`;

test("every declared route is served by one service as it is declared, and nothing else is served", () => {
  const served = bound.map(({ declaration }) => declaration);
  expect(served.map(nameOf).sort()).toEqual(ROUTES.map(nameOf).sort());
  for (const declaration of served) expect(ROUTES.includes(declaration), nameOf(declaration)).toBe(true);
});

const request = ({ method, path }: RouteDeclaration, headers: Record<string, string>) =>
  fetch(running.url + path.replace(/\{\w+\}/g, "1"), { method: method.toUpperCase(), headers });

async function codeOf(response: Response): Promise<unknown> {
  const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
  const body = await response.text();
  return isProblem ? JSON.parse(body).code : undefined;
}

test("exactly the routes that declare roles ask for a token", async () => {
  for (const route of ROUTES) {
    const code = await codeOf(await request(route, {}));
    expect(code === "token-missing", nameOf(route)).toBe(isWrite(route));
  }
});

test("a write is refused to every account without one of the roles that it declares", async () => {
  const accounts = await openAccounts(running.platform.database);
  const password = "correct horse battery staple";
  const tokens = new Map<RoleName, string>();
  for (const role of ROLES) {
    await accounts.add({ name: role, provider: role, roles: [role] }, password);
    const response = await fetch(`${running.url}/api/auth/token`, {
      method: "POST",
      body: JSON.stringify({ username: role, password }),
      headers: { "Content-Type": "application/json" },
    });
    tokens.set(role, TokenDto.parse(await response.json()).access_token);
  }
  for (const route of ROUTES.filter(isWrite)) {
    const { access, refusal = "role-missing" } = route;
    for (const [role, token] of tokens) {
      const code = await codeOf(await request(route, { Authorization: `Bearer ${token}` }));
      expect(code === refusal, `${nameOf(route)} as ${role}`).toBe(!access.includes(role));
    }
  }
});

test("every public read describes the problems of rate limiting and of waiting for a position", () => {
  const reads = ROUTES.filter(
    ({ path, access }) => path.startsWith("/api/") && access === "public" && path !== "/api/auth/token",
  );
  for (const route of reads) {
    expect(problemsOf(route), route.path).toEqual(expect.arrayContaining(["too-many-requests", "position-unknown"]));
  }
});
