import fc from "fast-check";
import { expect, test } from "vitest";
import { Metadata } from "../../../contracts/metadata.ts";
import * as example from "../../../contracts/routes/examples.ts";
import { anyRecord } from "../../../test/dataset/any-record.ts";
import { dataset } from "../../../test/dataset/datasets.ts";
import { briefDataset } from "./brief.ts";
import { jsonLdElement, schemaOrgDataset } from "./schema-org.ts";

const servedRecord = Metadata.parse(example.servedRecord);

test("a usual dataset is brief already", () => {
  expect(briefDataset(dataset(servedRecord))).toEqual(dataset(servedRecord));
});

test("a dataset of thirty authors keeps them all, with their affiliations", () => {
  const roles = Array.from({ length: 30 }, (_, index) => ({
    role_code: ["author"],
    person: {
      ...{ first_name: "Ada", last_name: `Example${index}` },
      affiliation: { name: "Department of Physics, University of the North" },
    },
  }));
  const whole = dataset({ ...servedRecord, identification: { ...servedRecord.identification, roles } });
  expect(briefDataset(whole).creators).toEqual(whole.creators);
});

test("any dataset becomes brief, and what it is known by stays whole", () => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      const whole = dataset(record);
      const brief = briefDataset(whole);
      expect(jsonLdElement(schemaOrgDataset(brief)).text.length).toBeLessThan(80_000);
      for (const member of ["pid", "doi", "pidAddress", "address", "published", "period"] as const) {
        expect(brief[member]).toEqual(whole[member]);
      }
    }),
    { numRuns: 50 },
  );
});

test("a list keeps the first items that fit, and none of them is cut", () => {
  const files = Array.from({ length: 500 }, (_, index) => ({ dataset_url: `https://data.example.org/files/${index}` }));
  const long = { dataset_url: `https://data.example.org/${"x".repeat(20_000)}` };
  const whole = dataset({ ...servedRecord, distribution_information: [long, ...files] });
  const { distributions } = briefDataset(whole);
  expect(distributions.length).toBeGreaterThan(20);
  expect(distributions.length).toBeLessThan(200);
  expect(distributions).toEqual(whole.distributions.slice(1, distributions.length + 1));
});
