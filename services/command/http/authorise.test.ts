import express, { type Request } from "express";
import { expect, test } from "vitest";
import type { HttpProblem } from "../../../platform/http/problem.ts";
import type { Accounts, StoredAccount } from "../accounts/accounts.ts";
import { authentication, type Bearer, type TokenReader } from "./authorise.ts";

let now = 1_700_000_000_000;
let stored: StoredAccount | undefined;
let lookups = 0;
const find = async () => {
  lookups++;
  return stored;
};

const account = { name: "anna", provider: "nilu", roles: [], disabled: false, passwordHash: "" };

/** Tokens are their bearer's JSON in base64; anything else has no valid signature. */
const tokens: TokenReader = {
  identify: (token) =>
    token.startsWith("e") ? (JSON.parse(Buffer.from(token, "base64").toString()) as Bearer) : undefined,
};
const tokenOf = (generation: number) =>
  Buffer.from(JSON.stringify({ user: "anna", provider: "nilu", roles: [], generation })).toString("base64");

/** A process that authenticates: the returned function says whether it accepts a token. */
function start(accounts: Pick<Accounts, "find"> = { find }) {
  const authenticate = authentication(tokens, accounts, () => new Date(now));
  return async (token: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${token}` };
    const request: Request = Object.create(express.request, { headers: { value: headers } });
    return authenticate(request).then(
      () => true,
      (error: HttpProblem) => {
        expect(error.code).toBe("token-invalid");
        return false;
      },
    );
  };
}

/** The look-ups that the work causes. */
async function lookupsOf(work: () => Promise<unknown>): Promise<number> {
  const before = lookups;
  await work();
  return lookups - before;
}

test("a token that was issued after the account was changed is accepted at once by processes that cached the account", async () => {
  stored = { ...account, generation: 0 };
  const processes = [start(), start()];
  for (const takes of processes) expect(await takes(tokenOf(0))).toBe(true);
  stored = { ...account, generation: 1 };
  for (const takes of processes) {
    expect(await takes(tokenOf(1))).toBe(true);
    expect(await takes(tokenOf(0))).toBe(false);
    expect(await takes(tokenOf(1))).toBe(true);
  }
});

test("a token that was issued after the account was disabled and enabled again is accepted at once", async () => {
  stored = { ...account, generation: 3 };
  const takes = start();
  expect(await takes(tokenOf(3))).toBe(true);
  stored = { ...account, generation: 4, disabled: true };
  now += 2_000;
  expect(await takes(tokenOf(3))).toBe(false);
  stored = { ...account, generation: 4 };
  expect(await takes(tokenOf(4))).toBe(true);
});

test("a look-up that began before the change does not decide about a token that was issued after the change", async () => {
  const answers: ((account: StoredAccount) => void)[] = [];
  const slow = () => new Promise<StoredAccount>((resolve) => answers.push(resolve));
  const takes = start({ find: slow });
  const asked = [takes(tokenOf(0)), takes(tokenOf(1)), takes(tokenOf(1))];
  expect(answers).toHaveLength(2);
  answers[0]?.({ ...account, generation: 0 });
  answers[1]?.({ ...account, generation: 1 });
  expect(await Promise.all(asked)).toEqual([true, true, true]);
});

test("tokens cause one look-up in two seconds and one for each generation, forged ones none", async () => {
  stored = { ...account, generation: 5 };
  const takes = start();
  const flood = (token: string) => lookupsOf(() => Promise.all(Array.from({ length: 100 }, () => takes(token))));
  expect(await flood(tokenOf(5))).toBe(1);
  expect(await flood("forged")).toBe(0);
  expect(await flood(tokenOf(4))).toBe(0);
  // As after a restore of an earlier state of the accounts.
  expect(await flood(tokenOf(9))).toBe(1);
  expect(await flood(tokenOf(5))).toBe(0);
  now += 2_000;
  expect(await flood(tokenOf(5))).toBe(1);
});
