import fc from "fast-check";
import { expect, test } from "vitest";
import { anyRecord } from "../../../test/dataset/any-record.ts";
import { dataset } from "../../../test/dataset/datasets.ts";
import { record } from "../../../test/records.ts";
import { risOf } from "./ris.ts";

test("an entry has a line for each part", () => {
  const { identification } = record("doi:10.1000/7");
  const roles = [{ role_code: ["author"], person: { first_name: "Ada", last_name: "Example, Jr." } }];
  const given = record("doi:10.1000/7", {
    identification: { ...identification, roles, abstract: `Line one\nER  - \n${"x".repeat(50)}` },
  });
  expect(risOf(dataset(given)).split("\r\n")).toEqual([
    "TY  - DATA",
    "AU  - Example Jr., Ada",
    "TI  - Ozone at Jülich",
    "PY  - 2024",
    "DA  - 2024/05/01",
    "PB  - In-Situ",
    "DP  - Air data",
    "ET  - 3",
    "DO  - 10.1000/7",
    "UR  - https://doi.org/10.1000/7",
    "KW  - ozone amount fraction",
    "KW  - gas phase",
    "N1  - cite it",
    `AB  - Line one ER - ${"x".repeat(50)}`,
    "ER  - ",
    "",
  ]);
});

test.each(["\n", "\r\n", "\u0085", "\u2028", "\u2029"])("what %j would break is one line", (separator) => {
  const { identification } = record("7");
  const lines = risOf(dataset(record("7", { identification: { ...identification, title: `One${separator}ER  - ` } })));
  expect(lines).toContain("\r\nTI  - One ER -\r\n");
});

test("whatever a record says, an entry is lines of a tag and a text, and ends once", () => {
  fc.assert(
    fc.property(anyRecord, (any) => {
      const lines = risOf(dataset(any)).split(/\r\n|[\n\r\u0085\u2028\u2029]/);
      expect(lines.pop()).toBe("");
      for (const line of lines) expect(line.slice(0, 6)).toMatch(/^[A-Z][A-Z\d] {2}- $/);
      expect(lines.filter((line) => /^(TY|ER)/.test(line))).toEqual(["TY  - DATA", "ER  - "]);
    }),
  );
});
