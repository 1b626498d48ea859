import type { ChartLine, ChartValue } from "../../components/chart-config.ts";
import type { Line } from "./columns.ts";

/** A line with its values. */
export interface Drawn extends ChartLine {
  readonly valid: Line;
  /** Values that are not valid are shown hollow, and no line leads to them. */
  readonly invalid: Line;
}

/** Values and means as the API answers them; a mean that too little covers is null. */
interface Served {
  readonly values: readonly {
    readonly fromTime: string;
    readonly toTime: string;
    readonly value: number | null;
    readonly isValid?: false;
  }[];
}

/** The line with its values, which are fetched where it has their address. @throws where they can't be fetched */
export async function drawnOf(line: ChartLine): Promise<Drawn> {
  const { values } = line;
  if (typeof values !== "string") return { ...line, valid: lineOf(values), invalid: lineOf([]) };
  const response = await fetch(values, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`${values} is answered with ${response.status}`);
  const series: readonly Served[] = await response.json();
  const valid: ChartValue[] = [];
  const invalid: ChartValue[] = [];
  for (const { fromTime, toTime, value, isValid } of series.flatMap((each) => each.values)) {
    if (value === null) continue;
    (isValid === false ? invalid : valid).push([Date.parse(fromTime) / 1000, Date.parse(toTime) / 1000, value]);
  }
  return { ...line, valid: lineOf(valid), invalid: lineOf(invalid) };
}

/** Room above the highest value. */
const HEADROOM = 1.08;

/** The range of the valid values, with zero in it. */
export function rangeOf(lines: readonly Drawn[]): [min: number, max: number] {
  let [min, max] = [0, 0];
  for (const value of lines.flatMap((line) => [...line.valid.value])) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return [min, max === min ? min + 1 : min + (max - min) * HEADROOM];
}

function lineOf(values: readonly ChartValue[]): Line {
  return {
    from: Float64Array.from(values, ([from]) => from),
    to: Float64Array.from(values, ([, to]) => to),
    value: Float64Array.from(values, ([, , value]) => value),
  };
}
