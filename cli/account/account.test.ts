import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Command, CommanderError } from "@commander-js/extra-typings";
import { afterAll, beforeEach, expect, test } from "vitest";
import { addFirstAdministrator, openAccounts } from "../../services/command/accounts/accounts.ts";
import { passwordFits } from "../../services/command/accounts/passwords.ts";
import { databaseUntil } from "../../test/postgres.ts";
import { carryOut } from "./carry-out.ts";
import { type AccountRequest, declareActions } from "./request.ts";

const database = await databaseUntil(afterAll);
const accounts = await openAccounts(database);
beforeEach(() => database.query("delete from accounts"));

/** What a command line asks for. @throws CommanderError for wrong use */
async function read(line: string): Promise<AccountRequest> {
  let request: AccountRequest | undefined;
  const command = new Command("account").exitOverride().configureOutput({ writeErr: () => undefined });
  declareActions(command, async (read) => {
    request = read;
  });
  await command.parseAsync(line.split(" ").filter(Boolean), { from: "user" });
  return request ?? expect.unreachable();
}

/** Runs a command line in this process. Returns its output too. */
async function run(line: string, input: string | Uint8Array = "") {
  const results: string[] = [];
  const words: string[] = [];
  const done = await carryOut(await read(line), accounts, {
    input: async () => Buffer.from(input),
    result: (text) => void results.push(text),
    say: (text) => void words.push(text),
  });
  return { done, results, words: words.join(" ") };
}

const fits = async (name: string, password: string): Promise<boolean> =>
  passwordFits((await accounts.find(name))?.passwordHash ?? "", password);

test("an account is added with a generated password, which is shown once and fits", async () => {
  const { done, results } = await run("add anna --provider nilu --roles metadata_provider,facility_admin");
  expect(done).toBe(true);
  expect(results).toHaveLength(1);
  expect(results[0]?.length).toBeGreaterThanOrEqual(20);
  expect(await fits("anna", results[0] ?? "")).toBe(true);
  expect(await accounts.list()).toEqual([
    { name: "anna", provider: "nilu", roles: ["metadata_provider", "facility_admin"], disabled: false },
  ]);
});

test("passwords are kept as Argon2id with the advised parameters", async () => {
  await run("add anna --provider nilu --roles metadata_provider");
  expect((await accounts.find("anna"))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("a given password is not shown, and must be long enough", async () => {
  const line = "add anna --provider nilu --roles metadata_provider --password-stdin";
  expect(await run(line, "too short\n")).toMatchObject({ done: false, results: [] });
  expect(await accounts.list()).toEqual([]);
  expect(await run(line, "långt lösenord\n")).toMatchObject({ done: true, results: [] });
  expect(await fits("anna", "långt lösenord")).toBe(true);
});

test.each([
  ["bytes that are no UTF-8", Buffer.from("långt lösenord", "latin1"), /must be UTF-8/],
  ["U+0000", "correct\0horse battery", /no control characters/],
  ["two lines", "correct horse\nbattery\n", /no control characters/],
  ["20,000 characters", "x".repeat(20_000), /at most 1024 bytes/],
])("a password of %s is refused, also as the new one of an account", async (_, input, reason) => {
  const line = "add anna --provider nilu --roles metadata_provider --password-stdin";
  expect(await run(line, input)).toMatchObject({ done: false, results: [], words: expect.stringMatching(reason) });
  await run("add anna --provider nilu --roles metadata_provider");
  const before = await accounts.find("anna");
  expect(await run("password anna --password-stdin", input)).toMatchObject({ done: false, results: [] });
  expect(await accounts.find("anna")).toEqual(before);
});

test("a password fits composed and decomposed, without a byte order mark and one line end", async () => {
  const line = "add anna --provider nilu --roles metadata_provider --password-stdin";
  await run(line, "\ufeffla\u030angt lo\u0308senord\r\n");
  expect(await fits("anna", "långt lösenord")).toBe(true);
  expect(await fits("anna", "långt lösenord".normalize("NFD"))).toBe(true);
});

test("a name is taken once", async () => {
  await run("add anna --provider nilu --roles metadata_provider");
  expect(await run("add anna --provider fmi --roles metadata_admin")).toMatchObject({ done: false, results: [] });
  expect((await accounts.find("anna"))?.provider).toBe("nilu");
});

test.each(["Anna", "ａｎｎａ", "ann\u0430", "AN\u3164NA"])(
  "a name that looks like another one is not added: %s",
  async (name) => {
    await run("add anna --provider nilu --roles metadata_provider");
    const taken = await accounts.add({ name, provider: "nilu", roles: [] }, "correct horse battery");
    expect(taken).toBe("anna");
    expect(await accounts.list()).toHaveLength(1);
  },
);

test("the account that a refused name looks like is named", async () => {
  await run("add anna --provider nilu --roles metadata_provider");
  expect(await run("add Anna --provider nilu --roles metadata_provider")).toEqual({
    done: false,
    results: [],
    words: "There is an account anna already, which Anna looks like.",
  });
});

test("one of several accounts that look alike and are added at the same time is added", async () => {
  const names = ["anna", "Anna", "ANNA", "aNNa"];
  const add = (name: string) => accounts.add({ name, provider: "nilu", roles: [] }, "correct horse battery");
  const taken = await Promise.all(names.map(add));
  expect(taken.filter((name) => name === undefined)).toHaveLength(1);
  expect(await accounts.list()).toHaveLength(1);
});

test("stored accounts that look alike stay as they are", async () => {
  for (const name of ["anna", "Anna", "an\nna"]) {
    await database.query({
      text: "insert into accounts (name, provider, roles, password_hash) values ($1, 'nilu', '{}', '')",
      values: [name],
    });
  }
  const { results } = await run("password Anna");
  expect(await fits("Anna", results[0] ?? "")).toBe(true);
  expect(await run("roles anna facility_admin")).toMatchObject({ done: true });
  expect((await accounts.list()).map(({ name }) => name).sort()).toEqual(["Anna", "an\nna", "anna"]);
  expect(await run("add Anna --provider nilu --roles metadata_admin")).toMatchObject({
    words: "There is an account Anna already.",
  });
  expect((await run("list")).results).toContain("an\\u000ana\tnilu\t\tenabled");
});

test("accounts are disabled, enabled, given roles and passwords, and listed", async () => {
  await run("add anna --provider nilu --roles metadata_provider");
  await run("add bo --provider nilu --roles metadata_provider");
  await run("disable anna");
  await run("roles bo facility_admin,metadata_admin");
  expect((await run("list")).results).toEqual([
    "anna\tnilu\tmetadata_provider\tdisabled",
    "bo\tnilu\tfacility_admin,metadata_admin\tenabled",
  ]);
  const [json = ""] = (await run("list --json")).results;
  expect(JSON.parse(json)).toEqual(await accounts.list());
  await run("enable anna");
  expect((await accounts.find("anna"))?.disabled).toBe(false);
  const { results } = await run("password anna");
  expect(await fits("anna", results[0] ?? "")).toBe(true);
});

test.each(["disable", "enable", "unlock", "password"])(
  "%s of an account that does not exist fails with a reason",
  async (action) => {
    expect(await run(`${action} nobody`)).toEqual({ done: false, results: [], words: "There is no account nobody." });
  },
);

test.each([
  [""],
  ["remove anna"],
  ["add"],
  ["add anna"],
  ["add anna --provider nilu"],
  ["add anna --provider nilu --roles root"],
  ["add anna b --provider nilu --roles metadata_admin"],
  ["add -x"],
  ["list anna"],
  ["list --provider nilu"],
  ["roles anna"],
  ["disable"],
  ["add -anna --provider nilu --roles metadata_admin"],
])("%j is wrong use", async (line) => {
  await expect(read(line)).rejects.toThrow(CommanderError);
});

test("one of many processes that start a new system makes the administrator", async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => addFirstAdministrator(accounts, undefined)));
  const [first, ...others] = made.filter((administrator) => administrator !== undefined);
  expect(others).toEqual([]);
  expect(await fits("admin", first?.password ?? "")).toBe(true);
  expect(await accounts.find("admin")).toMatchObject({ provider: "airlog" });
  expect((await accounts.find("admin"))?.roles).toHaveLength(6);
  expect(await addFirstAdministrator(accounts, undefined)).toBeUndefined();
});

test("the command answers with its exit code, results and words apart", async () => {
  const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
  const command = async (argv: readonly string[], input = "") => {
    const child = spawn(process.execPath, [program, "account", ...argv], {
      env: { DATABASE_URL: database.connection.connectionString },
    });
    child.stdin.end(input);
    const [out, words, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.once("exit", resolve)),
    ]);
    return { out, words, code };
  };
  const [help, wrong] = await Promise.all([command(["--help"]), command(["drop"])]);
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining("Usage: airlog account"), words: "" });
  expect(wrong).toMatchObject({ code: 2, out: "", words: expect.stringContaining("unknown command 'drop'") });
  const add = ["add", "anna", "--provider", "nilu", "--roles", "facility_admin", "--password-stdin"];
  expect(await command(add, "a long password")).toMatchObject({ code: 0, out: "" });
  const [list, missing] = await Promise.all([command(["list"]), command(["disable", "bo"])]);
  expect(list).toMatchObject({ code: 0, out: "anna\tnilu\tfacility_admin\tenabled\n" });
  expect(missing).toMatchObject({ code: 1, out: "" });
});
