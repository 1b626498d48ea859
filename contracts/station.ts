import { z } from "zod";
import { NewFilterName, NewName, NewStationName } from "./names.ts";
import { Name, optional } from "./text.ts";

const text = z.string().max(2000, "must have at most 2000 characters");

/** A measuring station. */
const StationMembers = z.strictObject({
  name: Name,
  zone: Name,
  municipality: Name,
  area: Name,
  type: Name,
  /** Code of the European exchange of air-quality data, such as NO0071A. */
  eoi: optional(Name),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  owner: optional(Name),
  status: optional(Name),
  description: optional(text),
  isVisible: z.boolean().default(true),
  /** Identifier of the facility that the station belongs to. */
  facility: optional(Name),
});

/** A measuring station, as it is added. */
export const NewStationDto = StationMembers.extend({
  name: NewStationName,
  zone: NewName,
  municipality: NewName,
  area: NewFilterName,
  type: NewName,
  eoi: optional(NewName),
  owner: optional(NewName),
  status: optional(NewName),
  facility: optional(NewName),
}).meta({ id: "NewStationDto" });
export type NewStation = z.infer<typeof NewStationDto>;

export const StationId = z.int().positive().meta({ id: "StationId" });

/** A station with its permanent id. Stored names may be kept as they are; a changed name must fit the rules of new ones. */
export const StationDto = StationMembers.extend({ id: StationId }).meta({ id: "StationDto" });
export type Station = z.infer<typeof StationDto>;
