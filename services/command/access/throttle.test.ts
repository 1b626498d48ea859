import { afterAll, expect, test } from "vitest";
import { databaseUntil } from "../../../test/postgres.ts";
import { openAccounts } from "../accounts/accounts.ts";
import { createThrottle } from "./throttle.ts";

const database = await databaseUntil(afterAll);
const accounts = await openAccounts(database);

test("failed logins count together, and are forgotten together, however the name's letters are composed", async () => {
  const [composed, decomposed] = ["\u00e5se", "a\u030ase"] as const;
  await accounts.add({ name: composed, provider: "nilu", roles: [] }, "a long password");
  const throttle = createThrottle(database, () => new Date());
  for (let time = 0; time < 5; time++) {
    await throttle.failed(composed, "192.0.2.1");
    await throttle.failed(decomposed, "192.0.2.1");
  }
  expect(await throttle.blockedFor(decomposed, "192.0.2.1")).toBeGreaterThan(0);
  expect(await accounts.unlock(decomposed)).toBe(true);
  expect(await throttle.blockedFor(composed, "192.0.2.1")).toBeUndefined();
});
