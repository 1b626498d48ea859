import { z } from "zod";
import { optional, optionalText } from "./text.ts";

/**
 * In-situ networks send members of their own with or instead of the `ext_*` ones. So a required `ext_*` member may be
 * missing if there is any member that the schema does not name.
 */
function insitu<Required extends Record<string, z.ZodType>, Optional extends Record<string, z.ZodType>>(
  id: string,
  required: Required,
  others: Optional,
) {
  const named = new Set([...Object.keys(required), ...Object.keys(others)]);
  const lenient = Object.fromEntries(Object.entries(required).map(([name, schema]) => [name, optional(schema)]));
  return z
    .looseObject({ ...lenient, ...others })
    .superRefine((members, context) => {
      const own = Object.entries(members).some(([name, value]) => !named.has(name) && value !== null);
      if (own) return;
      for (const name of Object.keys(required)) {
        if (members[name] === undefined || members[name] === null) {
          context.addIssue({ code: "custom", message: "is required", path: [name] });
        }
      }
    })
    .meta({
      id,
      description: `Members of one's own may stand beside or instead of ${Object.keys(required).join(", ")}.`,
    });
}

const wrapper = <Schema extends z.ZodType>(id: string, schema: Schema) =>
  z.looseObject({ insitu: optional(schema) }).meta({ id });

const text = z.string();

export const ExtraFacility = wrapper(
  "ExtraFacility",
  insitu(
    "ExtraFacilityInsitu",
    { ext_station_code: text, ext_station_name: text, ext_country_code: text },
    {
      ext_station_lat: optional(z.number()),
      ext_station_lon: optional(z.number()),
      ext_station_alt: optional(z.number()),
    },
  ),
);

export const ExtraVariable = wrapper(
  "ExtraVariable",
  insitu("ExtraVariableInsitu", { ext_matrix: text, ext_component_name: text, ext_unit: text, nc_varname: text }, {}),
);

export const ExtraInstrument = wrapper(
  "ExtraInstrument",
  insitu(
    "ExtraInstrumentInsitu",
    { ext_instrument_ref: text },
    {
      ext_instrument_type: optionalText,
      ext_instrument_manufacturer: optionalText,
      ext_instrument_model: optionalText,
      ext_instrument_serialno: optionalText,
    },
  ),
);

export const ExtraMethod = wrapper(
  "ExtraMethod",
  insitu("ExtraMethodInsitu", { ext_method_ref: text }, { ext_standard_method: optionalText }),
);

export const ExtraFramework = wrapper("ExtraFramework", insitu("ExtraFrameworkInsitu", { ext_framework: text }, {}));
