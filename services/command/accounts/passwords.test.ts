import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { faultOfHash, hashPassword, passwordFits } from "./passwords.ts";

const composed = "långt lösenord";
const decomposed = composed.normalize("NFD");

const SALT = "FphwukpXJf0TvqWKnRoGWw";
const OUTPUT = "+QmCcfbtFiWqFmFPR9JW+c9Ko1O1WtgainieJ7QqXEU";
const text = ({ kind = "id", v = "19", m = "19456", t = "2", p = "1", salt = SALT, output = OUTPUT } = {}) =>
  `$argon2${kind}$v=${v}$m=${m},t=${t},p=${p}$${salt}$${output}`;

test.each([
  ["composed", composed, composed],
  ["decomposed at the login", composed, decomposed],
  ["decomposed when it was set", decomposed, composed],
  ["decomposed both times", decomposed, decomposed],
])("a password fits %s", async (_, set, sent) => {
  expect(await passwordFits(await hashPassword(set), sent)).toBe(true);
  expect(await passwordFits(await hashPassword(set), `${sent}x`)).toBe(false);
});

test("an earlier release's hash of a decomposed password fits that password", async () => {
  const earlier = await hash(decomposed, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  expect(await passwordFits(earlier, decomposed)).toBe(true);
  expect(await passwordFits(earlier, composed)).toBe(false);
});

test.each([
  ["of airlog", await hashPassword(composed)],
  ["of the earlier version of Argon2", text({ v: "16" })],
  ["of Argon2i", text({ kind: "i" })],
  ["of the highest cost", text({ m: "65536", t: "5", p: "4" })],
  ["of the lowest cost", text({ m: "8", t: "1" })],
  ["with the shortest salt and output", text({ salt: "AAAAAAAAAAA", output: "A".repeat(16) })],
  ["with the longest salt and output", text({ salt: "A".repeat(86), output: "A".repeat(86) })],
])("a hash %s is accepted", async (_, stored) => {
  expect(faultOfHash(stored)).toBeUndefined();
  await expect(passwordFits(stored, "another")).resolves.toBe(false);
});

test.each([
  ["no hash", "removed", /Argon2/],
  ["of another kind", "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy", /Argon2/],
  ["of a version that there is not", text({ v: "18" }), /Argon2/],
  ["in two lines", `${text()}\n`, /Argon2/],
  ["without passes", text({ t: "0" }), /Argon2/],
  ["without lanes", text({ p: "0" }), /Argon2/],
  ["with a leading zero", text({ m: "019456" }), /Argon2/],
  ["with too little memory for its lanes", text({ m: "31", p: "4" }), /Argon2/],
  ["in base64 for URLs", text({ salt: "abcdefghij-_" }), /Argon2/],
  ["with a length that base64 can't have", text({ output: "A".repeat(17) }), /Argon2/],
  ["with bits after the last byte", text({ salt: `${SALT.slice(0, -1)}B` }), /Argon2/],
  ["with a short salt", text({ salt: "AAAAAAAAAA" }), /Argon2/],
  ["with a long salt", text({ salt: "A".repeat(87) }), /Argon2/],
  ["with a short output", text({ output: "A".repeat(15) }), /Argon2/],
  ["with a long output", text({ output: "A".repeat(88) }), /Argon2/],
  ["that needs gigabytes", text({ m: "6815744" }), /at most 65536 KiB/],
  ["that needs more than any machine has", text({ m: "9".repeat(400) }), /at most 65536 KiB/],
  ["that takes hours", text({ t: "4294967295" }), /5 passes/],
  ["of many lanes", text({ p: "5" }), /4 lanes/],
])("a hash %s is refused", (_, stored, reason) => {
  expect(faultOfHash(stored)).toMatch(reason);
});
