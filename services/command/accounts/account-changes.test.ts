import { pino } from "pino";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "../../../platform/database/port.ts";
import { databaseUntil } from "../../../test/postgres.ts";
import { logAccountChanges } from "./account-changes.ts";
import { type Accounts, openAccounts } from "./accounts.ts";

let database: Database;
let accounts: Accounts;
let lines: Record<string, unknown>[];
const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });

beforeEach(async () => {
  database = await databaseUntil(onTestFinished);
  accounts = await openAccounts(database, "operator:anna");
  lines = [];
});

const follow = async (): Promise<void> => onTestFinished(await logAccountChanges(database, log));
const logged = (count: number) => vi.waitFor(() => expect(lines).toHaveLength(count), 10_000);

test("each change of an account is logged as it is made, with who made it and no secret", async () => {
  await follow();
  await accounts.add({ name: "bo", provider: "fmi", roles: ["facility_admin"] }, "correct horse battery");
  await accounts.setRoles("bo", []);
  await accounts.setPassword("bo", "another horse battery");
  await accounts.unlock("bo");
  await accounts.disable("bo");
  await accounts.enable("bo");
  await logged(6);
  expect(lines.map(({ change, roles }) => [change, roles])).toEqual([
    ["added", ["facility_admin"]],
    ["roles", []],
    ["password", []],
    ["unlocked", []],
    ["disabled", []],
    ["enabled", []],
  ]);
  for (const line of lines) {
    expect(line).toMatchObject({ actor: "operator:anna", account: "bo", provider: "fmi", msg: "account changed" });
    expect(Math.abs(Date.parse(String(line["at"])) - Date.now())).toBeLessThan(60_000);
  }
  expect(JSON.stringify(lines)).not.toMatch(/horse|argon/);
});

test("changes that were made while no service ran are logged when one starts, each by one service", async () => {
  await accounts.add({ name: "bo", provider: "fmi", roles: [] }, "correct horse battery");
  await accounts.disable("bo");
  await Promise.all([follow(), follow()]);
  await logged(2);
  await accounts.enable("bo");
  await logged(3);
  expect(lines.map(({ change }) => change)).toEqual(["added", "disabled", "enabled"]);
  expect(await database.query("select * from account_changes")).toEqual([]);
});

test("a process whose log level drops such lines leaves the changes to another", async () => {
  await accounts.add({ name: "bo", provider: "fmi", roles: [] }, "correct horse battery");
  const stopQuiet = await logAccountChanges(database, log.child({}, { level: "warn" }));
  await stopQuiet();
  await follow();
  await logged(1);
});

test("a call that changes no account is not logged", async () => {
  expect(await accounts.disable("nobody")).toBe(false);
  await accounts.add({ name: "bo", provider: "fmi", roles: [] }, "correct horse battery");
  expect(await accounts.add({ name: "bo", provider: "other", roles: [] }, "correct horse battery")).toBe("bo");
  await follow();
  await logged(1);
});

test("an import logs the accounts that it replaces, and no unchanged one", async () => {
  await accounts.add({ name: "bo", provider: "fmi", roles: [] }, "correct horse battery");
  const [bo] = await accounts.all();
  if (!bo) throw new Error("there is no account");
  await accounts.put(bo);
  await accounts.put({ ...bo, createdAt: "2026-01-01T00:00:00Z" });
  await follow();
  await logged(2);
  expect(lines.map(({ change }) => change)).toEqual(["added", "imported"]);
});
