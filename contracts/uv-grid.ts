import { z } from "zod";
import { isDateTime } from "./date-time.ts";
import { keysOf } from "./keys.ts";

/** The cells of every field: the whole world in steps of a degree, poles included, from the south-west. */
export const UV_GRID = { lat0: -90, dlat: 1, nlat: 181, lon0: -180, dlon: 1, nlon: 360 } as const;

/** Cells of one field at one instant. */
export const UV_GRID_CELLS = UV_GRID.nlat * UV_GRID.nlon;

/** Hours between two steps at most. */
export const UV_STEP_HOURS = 3;

/** Steps of one document, at most: five days of hours. */
const UV_MAX_STEPS = 121;

/** Share of a field's cells that may be missing at an instant. */
export const UV_MAX_MISSING = 0.01;

/** The fields of a document: what they mean, and the range of their values. */
export const UV_FIELDS = {
  ozone_du: { unit: "DU", min: 80, max: 700, meaning: "total ozone" },
  cloud_fraction: { unit: "1", min: 0, max: 1, meaning: "share of the sky under cloud" },
  cloud_lwp_gm2: { unit: "g/m²", min: 0, max: 10_000, meaning: "liquid water of the cloud, where there is cloud" },
  cloud_modification_factor: { unit: "1", min: 0, max: 1.5, meaning: "UV index under cloud by that without" },
  aod550: { unit: "1", min: 0, max: 6, meaning: "optical depth of the aerosol at 550 nm" },
  albedo_uv: { unit: "1", min: 0, max: 1, meaning: "reflectance of the ground in the ultraviolet" },
  snow: { unit: "1", min: 0, max: 1, meaning: "share of the ground under snow" },
  uvi_allsky: { unit: "1", min: 0, max: 50, meaning: "UV index under cloud, as the producer has it" },
  uvi_clearsky: { unit: "1", min: 0, max: 50, meaning: "UV index without cloud, as the producer has it" },
} as const;

export type UvFieldName = keyof typeof UV_FIELDS;
export const UV_FIELD_NAMES = keysOf(UV_FIELDS);

/** Bytes of a value. */
export const UV_VALUE_BYTES = { int16: 2, uint8: 1 } as const;

export const UvField = z
  .looseObject({
    dtype: z.enum(["int16", "uint8"]),
    scale: z.number().positive(),
    offset: z.number(),
    missing: z.int().describe("The stored number of a cell without a value."),
    data: z
      .string()
      .describe(
        "Base64 of the stored numbers, little-endian, by step, then latitude, then longitude: value × scale + offset.",
      ),
  })
  .meta({ id: "UvField" });
export type UvField = z.infer<typeof UvField>;

const instant = z.string().refine(isDateTime, "must be an ISO 8601 date-time, such as 2024-06-21T00:00:00Z");
const text = z.string().max(2000, "must have at most 2000 characters");

const shape = z.object({
  lat0: z.literal(UV_GRID.lat0),
  dlat: z.literal(UV_GRID.dlat),
  nlat: z.literal(UV_GRID.nlat),
  lon0: z.literal(UV_GRID.lon0),
  dlon: z.literal(UV_GRID.dlon),
  nlon: z.literal(UV_GRID.nlon),
});

/** Lists some of the unknown names, each cut if it is long: a document has room for millions. */
function unknownFields(names: readonly string[]): string {
  const some = names.slice(0, 3).map((name) => JSON.stringify(name.slice(0, 40)));
  const more = names.length > some.length ? ` and ${names.length - some.length} more` : "";
  return `may hold ${UV_FIELD_NAMES.join(", ")}, not ${some.join(", ")}${more}`;
}

/** A forecast of what the UV index depends on, over the world and at least three days: the document `uvgrid/1`. */
export const UvGridDto = z
  .looseObject({
    schema: z.literal("uvgrid/1"),
    issued: instant,
    source: text.min(1, "must not be empty"),
    licence: text,
    attribution: text,
    grid: shape,
    steps: z.array(instant).min(1).max(UV_MAX_STEPS),
    fields: z.strictObject(
      {
        ozone_du: UvField,
        cloud_fraction: UvField.optional(),
        cloud_lwp_gm2: UvField.optional(),
        cloud_modification_factor: UvField.optional(),
        aod550: UvField.optional(),
        albedo_uv: UvField.optional(),
        snow: UvField.optional(),
        uvi_allsky: UvField.optional(),
        uvi_clearsky: UvField.optional(),
      } satisfies Record<UvFieldName, z.ZodType>,
      { error: (issue) => (issue.code === "unrecognized_keys" ? unknownFields(issue.keys) : undefined) },
    ),
  })
  .meta({ id: "UvGridDto" });
export type UvGridDto = z.infer<typeof UvGridDto>;

/** Where a document holds a value that is refused. */
export const UvGridCellDto = z
  .object({
    field: z.string(),
    step: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    value: z.number().nullable().describe("Null where it is missing."),
  })
  .meta({ id: "UvGridCellDto" });
export type UvGridCell = z.infer<typeof UvGridCellDto>;
