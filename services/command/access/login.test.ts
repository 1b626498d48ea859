import { hash } from "@node-rs/argon2";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Accounts } from "../accounts/accounts.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { openLogin } from "./login.ts";
import type { Throttle } from "./throttle.ts";

// With a fake clock no login waits too long on a busy machine, and the usual duration, which bounds the queue, is short.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const { signal } = new AbortController();
const open: Throttle = {
  blockedFor: async () => undefined,
  failed: async () => undefined,
  succeeded: async () => undefined,
  sweep: async () => undefined,
};

test("addresses take turns: 500 logins with made-up names from one address delay a login from another by the two under way", async () => {
  const looked: string[] = [];
  const passwordHash = await hashPassword("correct horse");
  const find: Accounts["find"] = async (name) => {
    looked.push(name);
    if (name !== "anna") return undefined;
    return { name, provider: "nilu", roles: [], disabled: false, generation: 0, passwordHash };
  };
  const login = await openLogin({ find }, open);
  const flood = Array.from({ length: 500 }, (_, index) =>
    login({ username: `made-up ${index}`, password: "guess", address: "198.51.100.7", signal }).catch(
      ({ code }) => code,
    ),
  );
  const identity = await login({ username: "anna", password: "correct horse", address: "203.0.113.9", signal });
  expect(identity).toMatchObject({ user: "anna" });
  expect(looked.indexOf("anna")).toBeLessThanOrEqual(3);
  const codes = await Promise.all(flood);
  expect(codes.filter((code) => code === "busy")).toHaveLength(500 - 18);
  expect(codes.filter((code) => code === "credentials-wrong")).toHaveLength(18);
});

test("networks take turns: logins from all over one network delay a login from another by the two under way", async () => {
  const looked: string[] = [];
  const login = await openLogin({ find: async (name) => void looked.push(name) }, open);
  const attempt = (username: string, address: string) =>
    login({ username, password: "guess", address, signal }).catch(({ code }) => code);
  const flood = Array.from({ length: 200 }, (_, index) => attempt("made-up", `2001:db8:1:${index.toString(16)}::/64`));
  expect(await attempt("anna", "2001:db8:2:1::/64")).toBe("credentials-wrong");
  expect(looked.indexOf("anna")).toBeLessThanOrEqual(3);
  const codes = await Promise.all(flood);
  expect(codes.filter((code) => code === "busy")).toHaveLength(200 - 130 + 1);
});

test("an account whose stored password is no hash is refused like an unknown one", async () => {
  const passwordHash = "removed";
  const account = { name: "anna", provider: "nilu", roles: [], disabled: false, generation: 0, passwordHash };
  const failed: string[] = [];
  const throttle: Throttle = { ...open, failed: async (name) => void failed.push(name) };
  const login = await openLogin({ find: async () => account }, throttle);
  const attempt = login({ username: "anna", password: "removed", address: "a", signal });
  await expect(attempt).rejects.toMatchObject({ code: "credentials-wrong" });
  expect(failed).toEqual(["anna"]);
});

test("a hash that costs too much is never compared, whatever its password", async () => {
  const expensive = await hash("correct horse", { memoryCost: 65_537, timeCost: 1, parallelism: 1 });
  const account = { name: "anna", provider: "nilu", roles: [], disabled: false, generation: 0 };
  const find = async () => ({ ...account, passwordHash: expensive });
  const login = await openLogin({ find }, open);
  const attempt = login({ username: "anna", password: "correct horse", address: "a", signal });
  await expect(attempt).rejects.toMatchObject({ code: "credentials-wrong" });
});

test("a client that leaves gives up its turn", async () => {
  const login = await openLogin({ find: async () => undefined }, open);
  const left = new AbortController();
  const attempts = Array.from({ length: 4 }, (_, index) =>
    login({ username: `name ${index}`, password: "guess", address: "a", signal: left.signal }).catch(
      ({ code }) => code,
    ),
  );
  left.abort();
  expect((await Promise.all(attempts)).sort()).toEqual(["busy", "busy", "credentials-wrong", "credentials-wrong"]);
});
