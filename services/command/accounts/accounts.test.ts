import { afterAll, expect, test } from "vitest";
import { AccountName } from "../../../contracts/account-name.ts";
import { databaseUntil } from "../../../test/postgres.ts";
import { openAccounts } from "./accounts.ts";

const database = await databaseUntil(afterAll);
const accounts = await openAccounts(database);
const [composed, decomposed] = ["\u00e5se", "a\u030ase"];

test("a name means the same account however its letters are composed", async () => {
  const name = AccountName.parse(decomposed);
  expect(name).toBe(composed);
  await accounts.add({ name, provider: "nilu", roles: [] }, "a long password");
  expect(await accounts.find(decomposed)).toMatchObject({ name: composed, disabled: false });
  expect(await accounts.disable(decomposed)).toBe(true);
  expect(await accounts.find(composed)).toMatchObject({ disabled: true });
  expect(await accounts.enable(decomposed)).toBe(true);
  expect(await accounts.setRoles(decomposed, ["facility_admin"])).toBe(true);
  const before = await accounts.find(composed);
  expect(before).toMatchObject({ disabled: false, roles: ["facility_admin"] });
  expect(await accounts.setPassword(decomposed, "another password")).toBe(true);
  expect((await accounts.find(composed))?.passwordHash).not.toBe(before?.passwordHash);
});
