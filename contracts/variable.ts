import { z } from "zod";
import { DateTime } from "./date-time.ts";
import { ExtraFramework, ExtraInstrument, ExtraMethod, ExtraVariable } from "./extra-metadata.ts";
import { optional, optionalText } from "./text.ts";

const Instrument = z
  .looseObject({
    instrument_type: z.string(),
    validtime_start: optional(DateTime),
    validtime_end: optional(DateTime),
    instrument_pid: optionalText,
    instrument_manufacturer: optionalText,
    instrument_model: optionalText,
    instrument_name: optionalText,
    extra_metadata: optional(ExtraInstrument),
  })
  .meta({ id: "Instrument" });

const DataQuality = z
  .looseObject({
    validtime_start: optional(DateTime),
    validtime_end: optional(DateTime),
    approval: optionalText,
    compliance: optionalText,
    quality_control_extent: optionalText,
    quality_control_mechanism: optionalText,
    quality_control_outcome: optionalText,
    statement: optionalText,
  })
  .meta({ id: "DataQuality" });

const Framework = z
  .looseObject({
    validtime_start: optional(DateTime),
    validtime_end: optional(DateTime),
    framework: optionalText,
    extra_metadata: optional(ExtraFramework),
  })
  .meta({ id: "Framework" });

const Method = z
  .looseObject({ title: optionalText, pid: optionalText, extra_metadata: optional(ExtraMethod) })
  .meta({ id: "Method" });

/** What a dataset holds: the measured quantity, how it was measured, and how well. */
export const Variable = z
  .looseObject({
    variable_name: z.string(),
    variable_matrix: z.string(),
    variable_property_of_interest: optionalText,
    object_of_interest: optionalText,
    variable_statistical_property: optionalText,
    variable_geometry: optionalText,
    variable_constraints: optional(z.array(z.looseObject({ constraint: optionalText }).meta({ id: "Constraint" }))),
    timeliness: optionalText,
    instrument: optional(z.array(Instrument)),
    experiment: optional(
      z.looseObject({ experiment_type: z.string(), experiment_technique: optionalText }).meta({ id: "Experiment" }),
    ),
    model: optional(z.looseObject({ model_type: z.string() }).meta({ id: "Model" })),
    data_quality_control: optional(z.array(DataQuality)),
    framework: optional(z.array(Framework)),
    method: optional(Method),
    temporal_resolution: optionalText,
    extra_metadata: optional(ExtraVariable),
  })
  .meta({ id: "Variable" });
