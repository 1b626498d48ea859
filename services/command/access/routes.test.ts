import { expect, test } from "vitest";
import { PASSWORD, startCommandService } from "../../../test/command-service.ts";
import { type Accounts, openAccounts } from "../accounts/accounts.ts";

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

test("a password fits whether its accents are sent composed or decomposed", async () => {
  await service.addAccount("accents", "nilu", []);
  await (await openAccounts(service.database)).setPassword("accents", "långt lösenord".normalize("NFD"));
  for (const form of ["NFC", "NFD"]) {
    expect(await login("accents", "långt lösenord".normalize(form))).toMatchObject({ status: 200 });
  }
});

test("a wrong password, an unknown name and a disabled account look the same", async () => {
  await service.addAccount("gone", "nilu", []);
  await (await openAccounts(service.database)).disable("gone");
  const answers = [await login("anna", "wrong"), await login("nobody", PASSWORD), await login("gone", PASSWORD)];
  for (const { status, json } of answers) {
    expect(status).toBe(401);
    expect(json).toEqual(answers[0]?.json);
  }
});

test("a malformed login is refused", async () => {
  expect(await login(undefined, 5)).toMatchObject({
    status: 400,
    json: { errors: [{ path: "/username", message: "is required" }, { path: "/password" }] },
  });
  expect(await login("a\u0000", "x")).toMatchObject({ status: 400 });
  expect(await login("x".repeat(20_000), "x")).toMatchObject({ status: 413 });
});

test("ten failures stop this account from this address for a quarter of an hour, and nobody else", async () => {
  await service.addAccount("target", "nilu", []);
  const statuses: number[] = [];
  for (let round = 0; round < 3; round++) {
    const attempts = await Promise.all(Array.from({ length: 5 }, () => login("target", "guess")));
    statuses.push(...attempts.map(({ status }) => status));
  }
  expect(statuses.sort()).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
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

test("a lock from before the clock was set back does not last until the clock catches up", async () => {
  await service.addAccount("ahead", "nilu", []);
  const guess = async (times: number) => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time++) statuses.push((await login("ahead", "guess")).status);
    return statuses;
  };
  service.pass(86_400_000);
  expect(await guess(11)).toEqual([...Array(10).fill(401), 429]);
  service.pass(-86_400_000);
  expect(await guess(11)).toEqual([...Array(10).fill(401), 429]);
  service.pass(15 * 60_000 + 1000);
  expect(await login("ahead", PASSWORD)).toMatchObject({ status: 200 });
});

test.each([
  ["a port that changes", (n: number) => `198.51.100.7:${50_000 + n}`, "198.51.100.7"],
  ["addresses of one /64 with ports", (n: number) => `[2001:db8:1::${n}]:${4000 + n}`, undefined],
  ["texts that are no address", (n: number) => `192.0.2.${n}, unknown${n}`, "127.0.0.1"],
])("failed logins count together when the proxy names their client by %s", async (_, forwardedFor, client) => {
  await service.addAccount(`forwarded ${client}`, "nilu", []);
  const logged = service.logged.length;
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) statuses.push((await login(`forwarded ${client}`, "guess", forwardedFor(n))).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  if (client === undefined) return;
  const clients = service.logged.slice(logged).flatMap((line) => ("client" in line ? [line["client"]] : []));
  expect(new Set(clients)).toEqual(new Set([client]));
});

test("failed logins and logins to a locked account are logged, without the password", async () => {
  await service.addAccount("watched", "nilu", []);
  for (let failure = 0; failure < 10; failure++) await login("watched", "guess", "192.0.2.9");
  await login("watched", PASSWORD, "192.0.2.9");
  const lines = service.logged.filter(({ account, msg }) => account === "watched" && /^login/.test(String(msg)));
  expect(lines.map(({ msg }) => msg)).toEqual([...Array(10).fill("login failed"), "login locked"]);
  expect(lines.at(-1)).toMatchObject({ client: "192.0.2.9", status: 429, code: "too-many-logins" });
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`guess|${PASSWORD}`));
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

test.each<[string, (accounts: Accounts, name: string) => Promise<boolean>]>([
  ["disabled", (accounts, name) => accounts.disable(name)],
  ["disabled and enabled", async (accounts, name) => (await accounts.disable(name)) && accounts.enable(name)],
  ["given other roles", (accounts, name) => accounts.setRoles(name, ["facility_admin", "metadata_admin"])],
  ["given a new password", (accounts, name) => accounts.setPassword(name, PASSWORD)],
])("tokens of an account that is %s end within five seconds", async (what, change) => {
  const name = `leaving: ${what}`;
  await service.addAccount(name, "nilu", ["facility_admin"]);
  const headers = { Authorization: `Bearer ${await service.token(name)}` };
  const add = () =>
    service.send("POST", "/api/provider/facilities/add?dry_run=true", { headers, body: { identifier: "x" } });
  expect(await add()).toMatchObject({ status: 200 });
  expect(await change(await openAccounts(service.database), name)).toBe(true);
  service.pass(5000);
  expect(await add()).toMatchObject({ status: 401, json: { code: "token-invalid" } });
  if (what === "disabled") return;
  expect((await login(name, PASSWORD)).status).toBe(200);
  const again = { as: name, body: { identifier: "x" } };
  expect(await service.send("POST", "/api/provider/facilities/add?dry_run=true", again)).toMatchObject({ status: 200 });
});

test.each<[string, (accounts: Accounts, name: string) => Promise<boolean>]>([
  ["is disabled and enabled", async (accounts, name) => (await accounts.disable(name)) && accounts.enable(name)],
  ["gets other roles", (accounts, name) => accounts.setRoles(name, ["facility_admin", "metadata_admin"])],
  ["gets a new password", (accounts, name) => accounts.setPassword(name, PASSWORD)],
])("right after an account %s a new token counts, even if the account was just looked up", async (what, change) => {
  const name = `back: ${what}`;
  await service.addAccount(name, "nilu", ["facility_admin"]);
  const accounts = await openAccounts(service.database);
  for (let round = 0; round < 3; round++) {
    const Authorization = `Bearer ${String((await login(name, PASSWORD)).json?.["access_token"])}`;
    const request = { headers: { Authorization }, body: { identifier: "x" } };
    expect((await service.send("POST", "/api/provider/facilities/add?dry_run=true", request)).status).toBe(200);
    expect(await change(accounts, name)).toBe(true);
  }
});

test.each<[string, (accounts: Accounts) => Promise<boolean>]>([
  ["an operator", (accounts) => accounts.unlock("locked")],
  ["a new password", (accounts) => accounts.setPassword("locked", PASSWORD)],
])("%s lifts a lock", async (_what, lift) => {
  await service.addAccount("locked", "nilu", []);
  for (let failure = 0; failure < 10; failure++) await login("locked", "guess", "192.0.2.77");
  expect(await login("locked", PASSWORD, "192.0.2.77")).toMatchObject({ status: 429 });
  expect(await lift(await openAccounts(service.database))).toBe(true);
  expect(await login("locked", PASSWORD, "192.0.2.77")).toMatchObject({ status: 200 });
});

test("the first account is an administrator with every role", async () => {
  expect(service.firstAccount).toEqual({ name: "admin", password: undefined });
  const body = { identifier: "first" };
  expect(await service.send("POST", "/api/provider/facilities/add", { as: "admin", body })).toMatchObject({
    status: 200,
  });
});

test("most logins of a flood from one address are refused at once, and a login from another address is answered", async () => {
  await service.addAccount("patient", "nilu", []);
  const flood = Array.from({ length: 200 }, (_, index) => login(`made-up ${index}`, "guess", "198.51.100.7"));
  expect(await login("patient", PASSWORD, "203.0.113.9")).toMatchObject({ status: 200 });
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 401).length + refused.length).toBe(200);
  expect(refused.length).toBeGreaterThan(100);
  for (const { headers } of refused) expect(headers.get("Retry-After")).toBe("1");
});

test("an IPv6 address counts by its /64", async () => {
  await service.addAccount("six", "nilu", []);
  for (let host = 1; host <= 10; host++) {
    expect(await login("six", "guess", `2001:db8:1:2::${host}`)).toMatchObject({ status: 401 });
  }
  expect(await login("six", PASSWORD, "2001:db8:1:2:3:4:5:6")).toMatchObject({ status: 429 });
  expect(await login("six", PASSWORD, "2001:db8:1:3::1")).toMatchObject({ status: 200 });
});
