import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { record } from "./samples.ts";
import { oneProcess, PASSWORD, type System } from "./system.ts";

let system: System;
beforeAll(async () => {
  system = await oneProcess.start();
});
afterAll(() => system.close());

const login = (body: unknown) => system.reader.post("/api/auth/token", body);
const addWith = (authorization: string) =>
  system.with({ Authorization: authorization }).post("/api/provider/metadata/add", [record("token")]);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("a login with user name and password returns a token for five minutes", async () => {
  const answer = await login({ username: "provider", password: PASSWORD });
  const token = answer.json<{ access_token: string; expires_at: string }>();
  expect(token).toMatchObject({ token_type: "Bearer", expires_in: 300 });
  expect(Math.abs(Date.parse(token.expires_at) - Date.now() - 300_000)).toBeLessThan(30_000);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect((await addWith(`bearer ${token.access_token}`)).status).toBe(200);
});

test("a wrong password and an unknown user get the same answer", async () => {
  const wrong = await login({ username: "provider", password: "wrong" });
  const unknown = await login({ username: "nobody", password: "wrong" });
  expect(wrong.status).toBe(401);
  expect(unknown.text).toBe(wrong.text);
});

test.each([{}, { username: "provider" }, { username: 1, password: [] }, []])(
  "the login %j is refused as invalid",
  async (body) => {
    expect((await login(body)).json()).toMatchObject({ status: 400, code: "body-invalid" });
  },
);

test("an account is locked after ten failed logins, another one is not", async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt++) {
    statuses.push((await login({ username: "bystander", password: "wrong" })).status);
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
  expect(statuses[10]).toBe(429);
  expect((await login({ username: "bystander", password: PASSWORD })).json()).toMatchObject({
    code: "too-many-logins",
  });
  expect((await login({ username: "other", password: PASSWORD })).status).toBe(200);
});

test("the public keys are published", async () => {
  const { keys } = (await system.reader.get("/.well-known/jwks.json")).json<{ keys: { kty: string; d?: string }[] }>();
  expect(keys[0]).toMatchObject({ kty: "EC", crv: "P-256" });
  expect(keys[0]).not.toHaveProperty("d");
});

test("tokens that are forged, unsigned or of another algorithm are refused", async () => {
  const { access_token } = (await login({ username: "other", password: PASSWORD })).json<{ access_token: string }>();
  const [header = "", payload = "", signature = ""] = access_token.split(".");
  const claims: object = JSON.parse(Buffer.from(payload, "base64url").toString());
  const raised = part({ ...claims, roles: ["metadata_admin", "metadata_provider"], provider: "clu" });
  const unsigned = `${part({ alg: "none", typ: "JWT" })}.${payload}.`;
  const symmetric = `${part({ alg: "HS256", typ: "JWT" })}.${payload}`;
  const hmac = createHmac("sha256", "secret").update(symmetric).digest("base64url");
  for (const token of [
    `${header}.${raised}.${signature}`,
    unsigned,
    `${symmetric}.${hmac}`,
    `${header}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
    "a.b.c",
  ]) {
    const answer = await addWith(`Bearer ${token}`);
    expect(answer.json(), token).toMatchObject({ status: 401, code: "token-invalid" });
    expect(answer.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
  }
});
