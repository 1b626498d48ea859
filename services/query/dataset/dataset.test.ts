import fc from "fast-check";
import { expect, test } from "vitest";
import { Metadata } from "../../../contracts/metadata.ts";
import { servedRecord } from "../../../contracts/routes/examples.ts";
import { anyRecord } from "../../../test/dataset/any-record.ts";
import { address, catalogue, dataset, slug } from "../../../test/dataset/datasets.ts";
import { record } from "../../../test/records.ts";

test("a record with all members becomes a dataset", () => {
  expect(dataset(Metadata.parse(servedRecord))).toEqual({
    slug,
    address,
    catalogue,
    pid: "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071",
    pidType: "ePIC",
    doi: undefined,
    pidAddress: "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071",
    title: "Cloud radar reflectivity from Jülich on 1 May 2024",
    abstract: "Vertical profiles of radar reflectivity, one every 30 seconds.",
    description: "Vertical profiles of radar reflectivity, one every 30 seconds.",
    creators: [
      {
        kind: "person",
        firstName: "Ada",
        lastName: "Example",
        name: "Ada Example",
        orcid: undefined,
        affiliation: undefined,
      },
    ],
    publisher: { kind: "organisation", name: "Cloud remote sensing data centre", address: undefined },
    published: "2024-05-02T06:12:40Z",
    revised: "2024-05-02T06:12:40Z",
    version: "1",
    keywords: ["radar equivalent reflectivity factor", "cloud phase", "cloud radar", "CLOUDNET"],
    variables: [{ name: "radar equivalent reflectivity factor", unit: undefined }],
    instruments: ["cloud radar"],
    period: { begin: "2024-05-01T00:00:00Z", end: "2024-05-01T23:59:59Z" },
    place: {
      name: "Jülich",
      country: "DE",
      extent: { kind: "point", longitude: 6.4131, latitude: 50.9089, altitude: 111 },
    },
    licence: "https://spdx.org/licenses/CC-BY-4.0",
    restricted: false,
    accessConditions: [],
    distributions: [
      {
        address: "https://data.example.org/20240501_juelich_radar.nc",
        format: "HDF5 (NetCDF4)",
        protocol: "HTTP",
        bytes: 18_203_511,
      },
    ],
    citation: "Example, A. (2024): Cloud radar reflectivity, Jülich.",
  });
});

test("the smallest record falls back on what there is, and leaves out the rest", () => {
  const smallest = record("record 7", { variables: [], usage_information: { citation: " " } });
  expect(dataset(smallest)).toMatchObject({
    pid: "record 7",
    pidAddress: undefined,
    abstract: undefined,
    description: `Ozone at Jülich. Publisher: In-Situ. Page: ${address}`,
    creators: [{ kind: "organisation", name: "In-Situ" }],
    publisher: { name: "In-Situ" },
    published: "2024-05-01T12:00:00Z",
    version: "3",
    keywords: ["observation"],
    period: undefined,
    place: undefined,
    licence: undefined,
    restricted: undefined,
    distributions: [],
    citation: undefined,
  });
});

test("where a record names nobody, the operator publishes it, and without texts its PID and type stand for them", () => {
  const { identification } = record("10.1000/7");
  const empty = record("10.1000/7", {
    dataset_metadata: { repository: { repository_id: "" }, time_content_revised: "2024-05-01T12:00:00Z" },
    identification: { ...identification, title: "\u0000" },
    product_type: "",
    variables: [],
  });
  expect(dataset(empty)).toMatchObject({
    title: "10.1000/7",
    keywords: ["10.1000/7"],
    creators: [{ name: "Institute of Air" }],
    publisher: { name: "Institute of Air" },
  });
});

test.each([
  [
    { time_file_created: "2021-01-01T00:00:00+01:00", time_metadata_created: "2022-01-01T00:00Z" },
    "2020-12-31T23:00:00Z",
  ],
  [{ time_file_created: null, time_metadata_created: "2022-01-01T00:00Z" }, "2022-01-01T00:00:00Z"],
  [{}, "2024-05-01T12:00:00Z"],
])("of %j the first that is there is the time of publication", (times, published) => {
  const { dataset_metadata } = record("a");
  expect(dataset(record("a", { dataset_metadata: { ...dataset_metadata, ...times } })).published).toBe(published);
});

test("a short abstract is completed from variables, facility and period", () => {
  const short = record("a", {
    identification: { ...record("a").identification, abstract: "Ozone!" },
    facility: { identifier: "56kt", name: "Jülich" },
    temporal_extent: { time_period_begin: "2023-01-01T00:00:00Z", time_period_end: "2023-02-01T00:00:00Z" },
  });
  expect(dataset(short).description).toBe(
    "Ozone! Variables: ozone amount fraction. Facility: Jülich. Period: 2023-01-01T00:00:00Z to 2023-02-01T00:00:00Z. " +
      "Publisher: In-Situ.",
  );
});

test("a period that ends before it begins is left out", () => {
  const temporal_extent = { time_period_begin: "2024-01-02T00:00:00Z", time_period_end: "2024-01-01T00:00:00Z" };
  expect(dataset(record("a", { temporal_extent })).period).toBeUndefined();
});

test.each([
  [{ size: 1.5, unit: "MB" }, 1_500_000],
  [{ size: 2, unit: "KiB" }, 2048],
  [{ size: 2, unit: "blocks" }, undefined],
  [{ size: -1, unit: "B" }, undefined],
  [{ size: 1e300, unit: "B" }, undefined],
  [null, undefined],
])("the transfer size %j is %j bytes", (transfersize, bytes) => {
  const distribution_information = [{ dataset_url: "https://example.org/a.nc", transfersize }];
  expect(dataset(record("a", { distribution_information })).distributions).toMatchObject([{ bytes }]);
});

test("a distribution whose address is none is left out", () => {
  const distribution_information = [
    { dataset_url: "javascript:alert(1)" },
    { dataset_url: "https://example.org/a" },
    {},
  ];
  expect(dataset(record("a", { distribution_information })).distributions.map(({ address }) => address)).toEqual([
    "https://example.org/a",
  ]);
});

test("one restricted distribution makes a dataset restricted, and what is said of it is kept", () => {
  const open = { access_restriction: { restricted: false, description: "after login" } };
  const closed = { access_restriction: { restricted: true, description_url: "https://example.org/terms" } };
  const accessOf = (...distribution_information: object[]) => {
    const { restricted, accessConditions } = dataset(record("a", { distribution_information }));
    return [restricted, accessConditions];
  };
  expect(accessOf(open, closed, open, {})).toEqual([true, ["after login", "https://example.org/terms"]]);
  expect(accessOf({}, open)).toEqual([false, ["after login"]]);
  expect(accessOf({})).toEqual([undefined, []]);
});

test("a variable that is named twice is one, with the unit that is given", () => {
  const variable = (variable_name: string, ext_unit?: string) => ({
    variable_name,
    variable_matrix: "gas phase",
    extra_metadata: { insitu: { ext_unit, own: "" } },
  });
  const variables = [
    variable("ozone"),
    variable("dew point", "K"),
    variable(" ozone", "nmol mol-1"),
    variable("ozone", "ppb"),
  ];
  expect(dataset(record("a", { variables })).variables).toEqual([
    { name: "ozone", unit: "nmol mol-1" },
    { name: "dew point", unit: "K" },
  ]);
});

/** All texts in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test("whatever a record says, its dataset has well-formed texts and all that formats demand", () => {
  fc.assert(
    fc.property(anyRecord, (any) => {
      expect(Metadata.safeParse(any).error).toBeUndefined();
      const made = dataset(any);
      for (const text of textsIn(made)) {
        expect(/^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]+$/u.test(text)).toBe(true);
      }
      expect([...made.description].length).toBeGreaterThanOrEqual(50);
      expect(made.keywords.length).toBeGreaterThan(0);
      expect(made.creators.length).toBeGreaterThan(0);
      for (const instant of [made.published, made.revised, made.period?.begin, made.period?.end]) {
        expect(instant ?? "2024-01-01T00:00:00Z").toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      }
    }),
  );
});
