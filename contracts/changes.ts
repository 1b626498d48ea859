import { z } from "zod";
import { keysOf } from "./keys.ts";
import type { ViewName } from "./views.ts";

/** The kinds of things that change, and the view of each. One event may change several kinds: they come in this order. */
export const CHANGE_KINDS = {
  record: "catalogue",
  facility: "facilities",
  station: "stations",
  timeseries: "stations",
  observations: "observations",
  forecast: "uv-forecast",
} as const satisfies Readonly<Record<string, ViewName>>;

export type ChangeKind = keyof typeof CHANGE_KINDS;

export const EVERY_KIND = keysOf(CHANGE_KINDS);

/** A change of one thing, as a CloudEvent 1.0. */
export const ChangeEvent = z
  .object({
    specversion: z.literal("1.0"),
    id: z.string().describe("Unique to the thing and its change. Sent as `after`, only what follows it comes."),
    source: z.string().describe("The public address of this system."),
    type: z
      .string()
      .regex(
        /^airlog\.(?:(?:record|facility|station|timeseries)\.(?:changed|deleted)|(?:observations|forecast)\.changed)$/,
      ),
    subject: z.string().describe("The record's PID, the facility's identifier, or an id; `uv` of a forecast."),
    time: z.iso.datetime().describe("When the change was published: since when it can be read."),
    position: z.string().describe("Of the event in the log. Several changes may have the same."),
    datacontenttype: z.literal("application/json").optional(),
    data: z
      .unknown()
      .describe(
        "With `include=content`, the thing as its route serves it or its `add` takes it. Of observations, always, the series " +
          "and its days: `timeseries`, `from`, `to`; with `include=content` also `values`.",
      )
      .optional(),
  })
  .meta({ id: "ChangeEvent" });

/** Changes in their order, and where they go on. */
export const ChangePage = z
  .object({
    changes: z.array(ChangeEvent),
    next: z.string().describe("Sent as `after`, it continues here."),
    more: z.boolean().describe("Whether more has changed already."),
    asOf: z.iso
      .datetime()
      .describe("Where there is no more: every change that was published before this time has come."),
  })
  .meta({ id: "ChangePage" });
