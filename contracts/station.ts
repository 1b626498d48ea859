import { z } from "zod";
import { optional } from "./text.ts";

/** Names are trimmed, since readers ask by name and do not see space around one. */
const name = z.string().trim().min(1, "must not be empty").max(200, "must have at most 200 characters");
const text = z.string().max(2000, "must have at most 2000 characters");

/** A measuring station, as it is sent. */
export const NewStationDto = z
  .strictObject({
    name,
    zone: name,
    municipality: name,
    area: name,
    type: name,
    /** Code of the European exchange of air-quality data, such as NO0071A. */
    eoi: optional(name),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    owner: optional(name),
    status: optional(name),
    description: optional(text),
    isVisible: z.boolean().default(true),
    /** Identifier of the facility that the station belongs to. */
    facility: optional(name),
  })
  .meta({ id: "NewStationDto" });
export type NewStation = z.infer<typeof NewStationDto>;

export const StationId = z.int().positive().meta({ id: "StationId" });

/** A station with its permanent id. */
export const StationDto = NewStationDto.extend({ id: StationId }).meta({ id: "StationDto" });
export type Station = z.infer<typeof StationDto>;
