import fc from "fast-check";
import { expect, test } from "vitest";
import { anyRecord } from "../../../test/dataset/any-record.ts";
import { dataset } from "../../../test/dataset/datasets.ts";
import { record } from "../../../test/records.ts";
import { bibtexOf } from "./bibtex.ts";

test("an entry has what a bibliography prints, with TeX's characters escaped", () => {
  const { identification } = record("https://doi.org/10.1000/a_b");
  const authors = [
    { first_name: "Øyvind", last_name: "Van der Berg" },
    { first_name: "A. {x}", last_name: "Smith and Jones, Ltd." },
  ];
  const roles = authors.map((person) => ({ role_code: ["author"], person }));
  const given = record("https://doi.org/10.1000/a_b", {
    identification: {
      ...identification,
      roles,
      title: "100 % of {NO_2} & \\more ~ ^ $ #",
      abstract: "a\n\nb".repeat(17),
    },
    usage_information: { citation: "Øyvind (2024)" },
  });
  expect(bibtexOf(dataset(given))).toBe(`@dataset{dataset-abcdefghijklmnopqrstuvwxyz,
  author = {Van der Berg, Øyvind and {Smith and Jones, Ltd.}, {A. \\textbraceleft{}x\\textbraceright{}}},
  title = {{100 \\% of \\textbraceleft{}NO\\_2\\textbraceright{} \\& \\textbackslash{}more \\textasciitilde{} \\textasciicircum{} \\$ \\#}},
  year = {2024},
  publisher = {In-Situ},
  version = {3},
  doi = {10.1000/a_b},
  url = {https://doi.org/10.1000/a_b},
  keywords = {ozone amount fraction, gas phase},
  abstract = {${"a b".repeat(17)}},
  annote = {Øyvind (2024)}
}
`);
});

test("an organisation is one name, and the page is the address of a dataset whose PID is none", () => {
  const organisations = [{ role_code: "author", organisation: { name: "Institute of Air and Water, Ltd." } }];
  const entry = bibtexOf(dataset(record("7", { identification: { ...record("7").identification, organisations } })));
  expect(entry).toContain("author = {{Institute of Air and Water, Ltd.}},");
  expect(entry).toContain("url = {https://data.example.org/records/abcdefghijklmnopqrstuvwxyz},");
  expect(entry).not.toContain("doi =");
});

test("whatever a record says, an entry is one field a line with balanced braces", () => {
  fc.assert(
    fc.property(anyRecord, (any) => {
      const lines = bibtexOf(dataset(any)).split("\n");
      expect(lines[0]).toBe("@dataset{dataset-abcdefghijklmnopqrstuvwxyz,");
      expect(lines.slice(-2)).toEqual(["}", ""]);
      for (const line of lines.slice(1, -2)) {
        const [, name, value = ""] = /^ {2}([a-z]+) = \{(.*)\},?$/su.exec(line) ?? [];
        expect(name, line.slice(0, 100)).toBeDefined();
        expect(lowestDepthOf(value)).toEqual([0, 0]);
        if (name !== "url" && name !== "doi")
          expect(value.replace(/\\[#$%&_]|\\text[a-z]+\{\}/g, "")).not.toMatch(/[#$%&_~^\\]/);
      }
    }),
  );
});

/** How deep braces are nested at the least and at the end. */
function lowestDepthOf(value: string): [lowest: number, last: number] {
  let depth = 0;
  let lowest = 0;
  for (const character of value) {
    if (character === "{") depth++;
    if (character === "}") depth--;
    lowest = Math.min(lowest, depth);
  }
  return [lowest, depth];
}
