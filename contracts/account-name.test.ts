import { expect, test } from "vitest";
import { AccountName, likenessOf } from "./account-name.ts";

test.each(["anna", "NILU", "Ålesund 2", "9lives", "a.b_c@d+e-f", "анна", "東京", "x".repeat(128)])(
  "%s can be a name",
  (name) => {
    expect(AccountName.parse(name)).toBe(name);
  },
);

test.each([
  ["empty", "", /1 to 128/],
  ["too long", "x".repeat(129), /1 to 128/],
  ["an option", "-x", /begin with a letter or digit/],
  ["of two lines", "an\nna", /U\+000A/],
  ["with a colour", "\u001b[31manna", /U\+001B/],
  ["with a control character of C1", "an\u009bna", /U\+009B/],
  ["that changes the direction of text", "anna\u202e", /U\+202E/],
  ["with an invisible letter", "an\u3164na", /invisible/],
  ["with a character of zero width", "an\u200bna", /1 to 128/],
  ["of markup", "<b>anna</b>", /1 to 128/],
])("a name that is %s is refused", (_, name, reason) => {
  expect(
    AccountName.safeParse(name)
      .error?.issues.map(({ message }) => message)
      .join("; "),
  ).toMatch(reason);
});

test.each([
  ["case", "Anna", "aNNA"],
  ["case of other letters", "ÅSE МИР ΟΔΟΣ", "åse мир οδος"],
  ["ß and ss", "Straße", "STRASSE"],
  ["full width", "ａｎｎａ＠ｎｉｌｕ", "anna@nilu"],
  ["ligatures and superscripts", "oﬃce²", "office2"],
  ["composition", "\u00e5se", "a\u030ase"],
  ["spaces", "anna b", "anna\u00a0  b "],
  ["invisible letters", "an\u3164na\u200d", "anna"],
  ["dotless i", "ınga", "inga"],
  ["Cyrillic letters", "\u0430nn\u0430", "anna"],
  ["Cyrillic capitals", "\u041d\u0406\u041c\u0410", "HIMA"],
  ["letters of phonetics", "\u0251nn\u0251\u0261", "annag"],
  ["lunate sigmas", "\u03f2\u03f9", "cc"],
  ["Greek sigma and gamma", "b\u03c3\u03b3", "boy"],
  ["Armenian letters", "a\u0578\u0578a \u0581\u0585", "anna go"],
  ["Greek letters", "\u039dILU", "nilu"],
])("names that differ in %s look alike", (_, one, other) => {
  expect(likenessOf(one)).toBe(likenessOf(other));
});

test.each([
  ["anna", "anna2"],
  ["åse", "ase"],
  ["ø", "o"],
  ["a-b", "a.b"],
  ["a b", "ab"],
  ["анна", "иван"],
])("%s and %s do not look alike", (one, other) => {
  expect(likenessOf(one)).not.toBe(likenessOf(other));
});
