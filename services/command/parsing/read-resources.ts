import type { z } from "zod";
import { NewStationDto, StationDto } from "../../../contracts/station.ts";
import { NewTimeSeriesDto, TimeSeriesId } from "../../../contracts/time-series.ts";
import { RECORD_BYTES } from "../../../platform/config.ts";
import { startsWithMark } from "./elements.ts";
import { checkValue, Faults, parsePart, parseText, type Refused } from "./read-json.ts";
import { places, splitBody } from "./read-list.ts";

/** What a body may hold. */
const schemas = {
  "new-station": NewStationDto,
  station: StationDto,
  "new-time-series": NewTimeSeriesDto,
  "time-series": NewTimeSeriesDto.extend({ id: TimeSeriesId }),
} as const satisfies Record<string, z.ZodType>;

export type ResourceName = keyof typeof schemas;
export type ResourceOf<Name extends ResourceName> = z.infer<(typeof schemas)[Name]>;

/** What a body holds: defaults are filled in, members that are null are left out. */
export interface Resources {
  readonly outcome: "resources";
  /** Whether the body is an array of them. */
  readonly many: boolean;
  readonly values: readonly unknown[];
}

/** Reads a body that is one of them. */
export function readResource(bytes: Uint8Array, name: ResourceName): Resources | Refused {
  const faults = new Faults();
  const parsed = parseText(bytes);
  if (parsed.outcome === "refused") return parsed;
  const value = fitting(parsed.value, name, "", faults);
  return faults.count > 0
    ? faults.refusal("The body does not fit; errors says where and why.")
    : { outcome: "resources", many: false, values: [value] };
}

/** Reads a body that is one of them or an array of them, `most` at most. */
export function readResources(bytes: Uint8Array, name: ResourceName, most: number): Resources | Refused {
  if (!beginsArray(bytes)) return readResource(bytes, name);
  const bounds = splitBody(bytes, most, "elements");
  if (!Array.isArray(bounds)) return bounds;
  const faults = new Faults();
  const values: unknown[] = [];
  for (const { index, start, end } of places(bounds)) {
    const parsed = parsePart(bytes, start, end, `Element ${index}`);
    if (parsed.outcome === "refused") return parsed;
    values.push(fitting(parsed.value, name, `/${index}`, faults));
  }
  return faults.count > 0
    ? faults.refusal("Nothing was stored: errors says which elements do not fit, and why.")
    : { outcome: "resources", many: true, values };
}

function fitting(value: unknown, name: ResourceName, path: string, faults: Faults): unknown {
  const checked = checkValue(value, schemas[name], path, RECORD_BYTES);
  if (checked.outcome === "unfit") {
    faults.add(...checked.errors);
    return undefined;
  }
  const complete = schemas[name].parse(checked.value);
  return Object.fromEntries(Object.entries(complete).filter(([, member]) => member !== null && member !== undefined));
}

function beginsArray(bytes: Uint8Array): boolean {
  let at = startsWithMark(bytes) ? 3 : 0;
  while (at < bytes.length && SPACES.has(bytes[at] as number)) at++;
  return bytes[at] === OPEN_BRACKET;
}

const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const OPEN_BRACKET = 0x5b;
