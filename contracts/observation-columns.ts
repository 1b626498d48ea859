import { z } from "zod";

/** Values that one event holds at most, so that it stays below what every event store takes. */
export const MAX_VALUES = 20_000;

/**
 * Values of one series that begin in one calendar month of the network's offset: the members are columns of one length,
 * ordered by time. A later value of the same time replaces an earlier one.
 */
export interface ObservationColumns {
  readonly series: number;
  /** The series' timestep in seconds, which never changes. */
  readonly timestep: number;
  /** Beginnings, seconds since 1970, strictly rising. */
  readonly fromTime: readonly number[];
  /** In the unit of the series; null deletes the value of that time. */
  readonly value: readonly (number | null)[];
  /** Absent: all are valid. */
  readonly isValid?: readonly boolean[];
  /** Absent: none is. */
  readonly qualityControlled?: readonly boolean[];
}

/** Beginning of the first value, seconds since 1970, and how many follow each other by the timestep. */
export type Run = readonly [from: number, count: number];

/**
 * Columns as an event holds them: times as runs, and a flag that all values share once. Most uploads are one run; they take
 * a third of the bytes of version 1, which held each time and flag.
 */
export interface PackedObservations extends Pick<ObservationColumns, "series" | "timestep" | "value"> {
  readonly runs: readonly Run[];
  readonly isValid?: boolean | readonly boolean[];
  readonly qualityControlled?: boolean | readonly boolean[];
}

export function packed({ series, timestep, fromTime, value, ...flags }: ObservationColumns): PackedObservations {
  const runs: [number, number][] = [];
  let last: [number, number] | undefined;
  for (const from of fromTime) {
    if (last && from === last[0] + last[1] * timestep) {
      last[1] += 1;
    } else {
      last = [from, 1];
      runs.push(last);
    }
  }
  const { isValid, qualityControlled } = flags;
  return {
    series,
    timestep,
    runs,
    value,
    ...(isValid && { isValid: once(isValid) }),
    ...(qualityControlled && { qualityControlled: once(qualityControlled) }),
  };
}

/** @throws RangeError when the runs don't add up to the number of values */
export function unpacked({ series, timestep, runs, value, ...flags }: PackedObservations): ObservationColumns {
  const count = runs.reduce((sum, [, each]) => sum + each, 0);
  if (count !== value.length) throw new RangeError(`runs of ${count} values with ${value.length} values`);
  const fromTime: number[] = [];
  for (const [from, each] of runs) {
    for (let index = 0; index < each; index++) fromTime.push(from + index * timestep);
  }
  const { isValid, qualityControlled } = flags;
  return {
    series,
    timestep,
    fromTime,
    value,
    ...(isValid !== undefined && { isValid: each(isValid, count) }),
    ...(qualityControlled !== undefined && { qualityControlled: each(qualityControlled, count) }),
  };
}

function once(flags: readonly boolean[]): boolean | readonly boolean[] {
  const [first] = flags;
  return first !== undefined && flags.every((flag) => flag === first) ? first : flags;
}

const each = (flags: boolean | readonly boolean[], count: number): readonly boolean[] =>
  typeof flags === "boolean" ? new Array<boolean>(count).fill(flags) : flags;

/** Columns are long: a schema for each element takes several times as long as parsing the JSON. */
function column<Element>(what: string, fits: (element: unknown) => boolean): z.ZodType<readonly Element[]> {
  return z.custom<readonly Element[]>((value) => Array.isArray(value) && value.every(fits), `must be ${what}`);
}

const Id = z.int().positive();
const flags = column<boolean>("an array of booleans", (element) => typeof element === "boolean");
const values = column<number | null>(
  "an array of numbers or null",
  (element) => element === null || Number.isFinite(element),
);
const isRun = (element: unknown) =>
  Array.isArray(element) && element.length === 2 && Number.isSafeInteger(element[0]) && element[1] > 0;

/** The shape of `ObservationColumns`, which version 1 of the event was. */
export const ColumnsShape = z.looseObject({
  series: Id,
  timestep: Id,
  fromTime: column<number>("an array of whole numbers", Number.isSafeInteger),
  value: values,
  isValid: flags.exactOptional(),
  qualityControlled: flags.exactOptional(),
});

/** The shape of `PackedObservations`. */
export const PackedShape = z.looseObject({
  series: Id,
  timestep: Id,
  runs: column<Run>("an array of [from, count]", isRun),
  value: values,
  isValid: z.union([z.boolean(), flags]).exactOptional(),
  qualityControlled: z.union([z.boolean(), flags]).exactOptional(),
});
