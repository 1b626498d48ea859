import { expect, test } from "vitest";
import { PASSWORD, startCommandService } from "../../../test/command-service.ts";
import { openAccounts } from "./accounts.ts";

const service = await startCommandService({ AIRLOG_TRUSTED_PROXIES: "127.0.0.1" });
await service.addAccount("anna", "nilu", ["metadata_provider"]);

const login = (username: unknown, password: unknown, address = "192.0.2.1") =>
  service.send("POST", "/api/auth/token", { body: { username, password }, headers: { "X-Forwarded-For": address } });

test("the right password gives a token for five minutes", async () => {
  const { status, json, headers } = await login("anna", PASSWORD);
  expect(status).toBe(200);
  expect(json).toMatchObject({ token_type: "Bearer", expires_in: 300 });
  expect(String(json?.["access_token"]).split(".")).toHaveLength(3);
  const lives = Date.parse(String(json?.["expires_at"])) - Date.now();
  expect(lives).toBeGreaterThan(280_000);
  expect(lives).toBeLessThanOrEqual(300_000);
  expect(headers.get("Cache-Control")).toBe("no-store");
});

test("a wrong password, an unknown name and a disabled account look the same", async () => {
  await service.addAccount("gone", "nilu", []);
  await (await openAccounts(service.database)).setDisabled("gone", true);
  const answers = [await login("anna", "wrong"), await login("nobody", PASSWORD), await login("gone", PASSWORD)];
  for (const { status, json } of answers) {
    expect(status).toBe(401);
    expect(json).toEqual(answers[0]?.json);
  }
});

test("a login that is none is refused", async () => {
  expect(await login(undefined, 5)).toMatchObject({
    status: 400,
    json: { errors: [{ path: "/username", message: "is required" }, { path: "/password" }] },
  });
  expect(await login("a\u0000", "x")).toMatchObject({ status: 400 });
  expect(await login("x".repeat(20_000), "x")).toMatchObject({ status: 413 });
});

test("ten failures stop this account from this address for a quarter of an hour, and nobody else", async () => {
  await service.addAccount("target", "nilu", []);
  const attempts = await Promise.all(Array.from({ length: 14 }, () => login("target", "guess")));
  expect(attempts.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  const blocked = await login("target", PASSWORD);
  expect(blocked).toMatchObject({ status: 429, json: { code: "too-many-logins" } });
  const seconds = Number(blocked.headers.get("Retry-After"));
  expect(seconds).toBeGreaterThan(800);
  expect(seconds).toBeLessThanOrEqual(900);
  expect(await login("target", PASSWORD, "192.0.2.2")).toMatchObject({ status: 200 });
  expect(await login("anna", PASSWORD)).toMatchObject({ status: 200 });
  service.pass(15 * 60_000 + 1000);
  expect(await login("target", PASSWORD)).toMatchObject({ status: 200 });
});

test("a login that succeeds forgets the failures before it", async () => {
  await service.addAccount("clumsy", "nilu", []);
  for (let round = 0; round < 3; round++) {
    for (let failure = 0; failure < 5; failure++) await login("clumsy", "wrong");
    expect(await login("clumsy", PASSWORD)).toMatchObject({ status: 200 });
  }
});

test("the keys are public and hold no secret", async () => {
  const { status, json } = await service.send("GET", "/.well-known/jwks.json");
  expect(status).toBe(200);
  expect(json).toEqual({
    keys: [
      {
        kty: "EC",
        crv: "P-256",
        alg: "ES256",
        use: "sig",
        kid: expect.any(String),
        x: expect.any(String),
        y: expect.any(String),
      },
    ],
  });
});

test("a disabled account's token is good until its end", async () => {
  await service.addAccount("leaving", "nilu", ["facility_admin"]);
  await service.token("leaving");
  await (await openAccounts(service.database)).setDisabled("leaving", true);
  const body = { identifier: "last" };
  expect(await service.send("POST", "/api/provider/facilities/add", { as: "leaving", body })).toMatchObject({
    status: 200,
  });
});

test("the first account is an administrator with every role, and is announced once", async () => {
  expect(service.announced).toEqual(["first account: admin, with the password of AIRLOG_ADMIN_PASSWORD"]);
  const body = { identifier: "first" };
  expect(await service.send("POST", "/api/provider/facilities/add", { as: "admin", body })).toMatchObject({
    status: 200,
  });
});
