import { expect, test } from "vitest";
import { catalogueMapping, type FieldMapping } from "./mapping.ts";

/** The mapping of a member by its path. Without sub-objects a name may contain dots. */
function mappingOf(...path: string[]): FieldMapping | undefined {
  return path.reduce<FieldMapping | undefined>(
    (node, name) => node?.properties?.[name],
    catalogueMapping as FieldMapping,
  );
}

const text = { type: "text", fields: { keyword: { type: "keyword", ignore_above: 8191 } } };

test("strings are text with an exact sub-field, at every depth and in arrays", () => {
  expect(mappingOf("identification", "identifier", "pid")).toEqual(text);
  expect(mappingOf("variables", "instrument", "instrument_name")).toEqual(text);
  expect(mappingOf("facility", "contact_person", "affiliation", "name")).toEqual(text);
});

test("date-times, numbers, booleans and geometries have their own types and never refuse a record", () => {
  expect(mappingOf("temporal_extent", "time_period_begin")).toEqual({ type: "date", ignore_malformed: true });
  expect(mappingOf("distribution_information", "transfersize", "size")).toEqual({
    type: "double",
    ignore_malformed: true,
  });
  expect(mappingOf("facility", "active")).toEqual({ type: "boolean", ignore_malformed: true });
  expect(mappingOf("spatial_extent")).toEqual({ type: "geo_shape", ignore_malformed: true });
  expect(mappingOf("facility", "location")).toEqual({ type: "geo_point", ignore_malformed: true });
});

test("only extra_metadata takes members that the contract does not name", () => {
  expect(catalogueMapping.dynamic).toBe(false);
  const extra = mappingOf("variables", "extra_metadata");
  expect(extra).toMatchObject({ dynamic: true, subobjects: false });
  expect(extra?.properties?.["insitu.ext_component_name"]).toEqual(text);
  expect(mappingOf("facility", "extra_metadata")?.properties?.["insitu.ext_station_lat"]?.type).toBe("double");
});
