import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { folderUntil } from "../folder.ts";
import { Program } from "./program.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const PASSWORD = "a password of the administrator";
const Token = z.object({ access_token: z.string() });
let program: Program;
let url: string;

beforeAll(async () => {
  const environment = { AIRLOG_DATA: folderUntil(afterAll), PORT: "0", AIRLOG_ADMIN_PASSWORD: PASSWORD };
  program = new Program([process.execPath, "dist/cli/main.js", "start"], environment);
  await vi.waitUntil(() => /listens on/.test(program.out), 90_000);
  url = /listens on (http:\S+)/.exec(program.out)?.[1] ?? expect.unreachable();
});
afterAll(async () => {
  program.child.kill("SIGTERM");
  await program.ended();
});

const send = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Correlation-ID": "the-test", ...headers },
    body: JSON.stringify(body),
  });

const login = (password: string) => send("/api/auth/token", { username: "admin", password });

/** Lines of the log with this message, once there is one. */
async function lines(message: string): Promise<Record<string, unknown>[]> {
  const found = () =>
    program.words
      .split("\n")
      .filter((line) => line.endsWith("}"))
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter((line) => line["msg"] === message);
  await vi.waitUntil(() => found().length > 0, 10_000);
  return found();
}

test("each request has one line", async () => {
  await fetch(`${url}/api/version?secret=1`, { headers: { "X-Correlation-ID": "only-once" } });
  await lines("request");
  const found = (await lines("request")).filter((line) => line["correlationId"] === "only-once");
  expect(found).toEqual([
    expect.objectContaining({
      ...{ level: 30, method: "GET", route: "/api/version", status: 200, client: "127.0.0.1" },
      ms: expect.any(Number),
      bytes: expect.any(Number),
    }),
  ]);
  expect(Number(found[0]?.["bytes"])).toBeGreaterThan(100);
});

test("logins, failed logins and refused writes are logged with who, what and why, and no secret", async () => {
  await login("not the password");
  const { access_token: token } = Token.parse(await (await login(PASSWORD)).json());
  const who = { account: "admin", client: "127.0.0.1", correlationId: "the-test" };
  expect(await lines("login failed")).toEqual([expect.objectContaining({ ...who, code: "credentials-wrong" })]);
  expect(await lines("login")).toEqual([expect.objectContaining(who)]);
  await send("/api/provider/facilities/add", { identifier: "" }, { Authorization: `Bearer ${token}` });
  expect(await lines("write refused")).toEqual([
    expect.objectContaining({
      ...who,
      path: "/api/provider/facilities/add",
      code: "body-invalid",
      why: expect.any(String),
    }),
  ]);
  expect((await lines("request")).filter((line) => line["account"] === "admin")).toHaveLength(3);
  for (const secret of [PASSWORD, "not the password", token]) expect(program.words).not.toContain(secret);
});
