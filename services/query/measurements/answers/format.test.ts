import { expect, test } from "vitest";
import { csvField, csvRow } from "./format.ts";

test.each([
  ["=cmd|'/c calc'!A1", "'=cmd|'/c calc'!A1"],
  ["+1+1", "'+1+1"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1:A2)", "'@SUM(A1:A2)"],
  ["\t=1", "'\t=1"],
  ["\tx", "'\tx"],
  ["\nx", `"'\nx"`],
  ["＝1+1", "'＝1+1"],
  ["＋1+1", "'＋1+1"],
  ["－2+3", "'－2+3"],
  ["＠SUM(A1:A2)", "'＠SUM(A1:A2)"],
  ["﹦1+1", "'﹦1+1"],
  ["  =1+1", "'  =1+1"],
  ["\u3000＝1+1", "'\u3000＝1+1"],
  ["\u200b=1+1", "'\u200b=1+1"],
  ["\u00ad+1+1", "'\u00ad+1+1"],
  [" \u180e@SUM(A1:A2)", "' \u180e@SUM(A1:A2)"],
  ["\ufeff\u3164-2+3", "'\ufeff\u3164-2+3"],
  ["\u0001=1", "'\u0001=1"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ["\r\n=1", `"'\r\n=1"`],
])("the text %j, which a spreadsheet would run, becomes %j", (text, field) => {
  expect(csvField(text)).toBe(field);
});

test.each(["-1.5", "+47", "-.5e-3", "-", " -1.5", "Jülich", " Jülich", "a=b", "a＝b", "東京", "µg/m3"])(
  "the text %j stays as it is",
  (text) => {
    expect(csvField(text)).toBe(text);
  },
);

test("numbers stay numbers, and quotes are doubled", () => {
  expect(csvRow([-1.5, true, null, 'a "b"', "c,d"])).toBe('-1.5,true,,"a ""b""","c,d"\r\n');
});
