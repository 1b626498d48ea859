import { expect, test } from "vitest";
import { z } from "zod";
import { escaped, printable, unprintableIn } from "./printable.ts";

test.each([
  ["Manglerud", undefined],
  ["Sør-Trøndelag 😀 Ελλάδα القاهرة 東京", undefined],
  ["A\u0301 (decomposed), soft\u00adhyphen, no\u00a0break, joined\u200dby zero width", undefined],
  ["line\nend", "U+000A"],
  ["tab\tstop", "U+0009"],
  ["nul\0", "U+0000"],
  ["\u001b[31mred", "U+001B"],
  ["delete\u007f", "U+007F"],
  ["next line\u0085", "U+0085"],
  ["\u009b31mred", "U+009B"],
  ["line\u2028separator", "U+2028"],
  ["arabic letter mark\u061c", "U+061C"],
  ["left to right\u200emark", "U+200E"],
  ["override\u202etxt.exe", "U+202E"],
  ["isolate\u2066d\u2069", "U+2066"],
])("%# %j has %s that a name for people must not have", (text, found) => {
  expect(unprintableIn(text)).toBe(found);
});

test("a schema keeps its other rules, and names the character that it refuses", () => {
  const Name = printable(z.string().trim().min(1).max(20));
  expect(Name.parse(" Manglerud\n")).toBe("Manglerud");
  expect(Name.safeParse("").success).toBe(false);
  expect(Name.safeParse("a\u202eb").error?.issues).toMatchObject([
    { message: expect.stringMatching(/it has U\+202E$/) },
  ]);
  expect(z.object({ area: Name.nullish() }).safeParse({ area: "a\u0085b" }).error?.issues).toMatchObject([
    { path: ["area"], message: expect.stringContaining("U+0085") },
  ]);
});

test("a name that was stored before is shown with escapes", () => {
  expect(escaped("\u001b[31man\nna\u202e Ålesund")).toBe("\\u001b[31man\\u000ana\\u202e Ålesund");
});
