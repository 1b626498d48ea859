import fc from "fast-check";
import type { Metadata } from "../../contracts/metadata.ts";

/** What providers might send as a text: blank, very long, right to left, half a character, markup, commands of formats. */
export const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "binary" }) },
  { weight: 4, arbitrary: fc.string() },
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    "",
    "   ",
    "\u0000",
    "\ud800",
    "</script><script>alert(1)</script>",
    "<!--",
    "]]>",
    "أوزون في الغلاف الجوي",
    "\u202eevil\u202c",
    "x".repeat(100_000),
    "😀".repeat(50_000),
    "}, year = {1900}, note = {",
    "\\input{/etc/passwd} $x_1^2$ 100% & #1 ~",
    "a\r\nER  - \r\nTY  - BOOK",
    "Smith and Jones, Ltd.",
    'https://example.org/a b{c}|^`\\<>"?d=[e]#f g',
    "javascript:alert(1)",
    "https://doi.org/10.1000/%E0%A4%A",
    "10.1000/{}\\^\ud800<b>",
    "CC-BY-4.0",
    "0000-0002-1825-0097",
    "GB",
  ),
);

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });
const anyDateTime = fc.constantFrom(
  "0000-01-01T00:00+18:00",
  "2024-02-29T12:00:00.123456789+05:30",
  "9999-12-31T23:59-18:00",
  "2020-01-01T00:00",
);
const anyPosition = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const anyPoint = fc.record({ type: fc.constant("Point" as const), coordinates: anyPosition });
const anyExtent = fc.oneof(
  anyPoint,
  fc.record({
    type: fc.constantFrom("LineString", "MultiPoint"),
    coordinates: fc.array(anyPosition, { minLength: 2, maxLength: 5 }),
  }),
  fc.array(anyPosition, { minLength: 3, maxLength: 5 }).map((ring) => ({
    type: "Polygon",
    coordinates: [[...ring, ...ring.slice(0, 1)]],
  })),
  fc.record({ type: fc.constantFrom("GeometryCollection", ""), coordinates: fc.jsonValue() }),
);

const anyOrganisation = fc.record({ name: anyText, pid: optional(anyText) });
const anyPerson = fc.record({
  first_name: optional(anyText),
  last_name: optional(anyText),
  orcid: optional(anyText),
  affiliation: optional(anyOrganisation),
});
const anyRoleCode = fc.oneof(fc.constantFrom("author", "originator", "publisher", "custodian"), anyText);

/** Any record that the schema accepts, with odd values in all members that formats are made from. */
export const anyRecord: fc.Arbitrary<Metadata> = fc.record({
  dataset_metadata: fc.record({
    repository: fc.record({ repository_id: anyText, repository_name: optional(anyText) }),
    time_content_revised: anyDateTime,
    time_file_created: optional(anyDateTime),
    time_metadata_created: optional(anyDateTime),
    version: optional(fc.record({ number: optional(anyText) })),
  }),
  identification: fc.record({
    identifier: fc.record({
      pid: anyText.map((text) => Buffer.from(text).toString().slice(0, 100) || "-"),
      pid_type: anyText,
    }),
    title: anyText,
    abstract: anyText,
    roles: optional(
      fc.array(
        fc.record({ role_code: optional(fc.array(anyRoleCode, { maxLength: 3 })), person: optional(anyPerson) }),
        {
          maxLength: 4,
        },
      ),
    ),
    organisations: optional(
      fc.array(fc.record({ role_code: optional(anyRoleCode), organisation: optional(anyOrganisation) }), {
        maxLength: 4,
      }),
    ),
  }),
  usage_information: fc.record({ citation: anyText, data_licence: optional(anyText) }),
  product_type: anyText,
  variables: fc.array(
    fc.record({
      variable_name: anyText,
      variable_matrix: anyText,
      instrument: optional(fc.array(fc.record({ instrument_type: anyText }), { maxLength: 2 })),
      framework: optional(fc.array(fc.record({ framework: optional(anyText) }), { maxLength: 2 })),
      extra_metadata: optional(fc.record({ insitu: fc.record({ ext_unit: anyText, own: anyText }) })),
    }),
    { maxLength: 4 },
  ),
  distribution_information: fc.array(
    fc.record({
      dataset_url: optional(anyText),
      data_format: optional(anyText),
      protocol: optional(anyText),
      access_restriction: optional(
        fc.record({ restricted: fc.boolean(), description: optional(anyText), description_url: optional(anyText) }),
      ),
      transfersize: optional(fc.record({ size: fc.double({ noNaN: true, noDefaultInfinity: true }), unit: anyText })),
    }),
    { maxLength: 3 },
  ),
  facility: optional(
    fc.record({
      identifier: fc.constant("56kt"),
      name: optional(anyText),
      country_code: optional(anyText),
      location: optional(anyPoint),
    }),
  ),
  spatial_extent: optional(anyExtent),
  temporal_extent: optional(fc.record({ time_period_begin: anyDateTime, time_period_end: anyDateTime })),
});
