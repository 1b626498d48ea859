import { expect, test } from "vitest";
import { LOGIN_BYTES } from "./access.ts";
import { NewPassword } from "./password.ts";

const faultOf = (password: string) => NewPassword.safeParse(password).error?.issues[0]?.message;

test.each([
  ["too short", "eleven char", /at least 12 characters/],
  ["of twelve characters that are six when composed", "a\u0308".repeat(6), /at least 12 characters/],
  ["too long", "x".repeat(1025), /at most 1024 bytes/],
  ["of more bytes than characters", "é".repeat(513), /at most 1024 bytes/],
  ["with U+0000", "correct\0horse battery", /no control characters/],
  ["with a line end", "correct horse\nbattery", /no control characters/],
  ["with a tab", "correct horse\tbattery", /no control characters/],
  ["with a control character of C1", "correct horse\u0085battery", /no control characters/],
  ["with half a character", "correct horse \ud83d battery", /UTF-8/],
  ["with the character that replaces invalid UTF-8", "l\ufffdngt l\ufffdsenord", /UTF-8/],
])("a password %s is refused", (_, password, reason) => {
  expect(faultOf(password)).toMatch(reason);
});

test("any other text is a password, in composed form", () => {
  expect(NewPassword.parse("la\u030angt lo\u0308senord")).toBe("långt lösenord");
  expect(NewPassword.parse(" correct 😀 العربية 東京 ")).toBe(" correct 😀 العربية 東京 ");
});

test("the longest password fits into a login however it is written", () => {
  const longest = "\u01d6".repeat(512);
  expect(NewPassword.parse(longest.normalize("NFD"))).toBe(longest);
  const escaped = longest
    .normalize("NFD")
    .replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  expect(JSON.parse(`"${escaped}"`).normalize("NFC")).toBe(longest);
  expect(escaped.length).toBeLessThan(LOGIN_BYTES - 1024);
});
