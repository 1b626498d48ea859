import { BadFile } from "../bad-file.ts";
import type { NetCdfFile } from "./netcdf-file.ts";

/** How the stored numbers of a variable stand for values: stored × scale + offset, unless they are missing. */
export interface Packing {
  readonly scale: number;
  readonly offset: number;
  /** Whether the variable says how it is packed. */
  readonly isPacked: boolean;
  readonly isMissing: (stored: number) => boolean;
}

/** Fill values of the format, for variables that name none. */
const FILL: Readonly<Record<string, number>> = {
  byte: -127,
  short: -32767,
  int: -2_147_483_647,
  float: 9.969_209_968_386_869e36,
  double: 9.969_209_968_386_869e36,
};

/** The packing of a variable, by the attributes that CF and the NetCDF user's guide define. @throws BadFile */
export function packingOf(file: NetCdfFile, name: string): Packing {
  const type = file.typeOf(name);
  const one = (attribute: string): number | undefined => {
    const numbers = file.numbers(attribute, name);
    if (numbers !== undefined && numbers.length !== 1) throw notNumbers(name, attribute, "a number");
    return numbers?.[0];
  };
  const [scale, offset] = [one("scale_factor"), one("add_offset")];
  const isPacked = scale !== undefined || offset !== undefined;
  const packing = { scale: scale ?? 1, offset: offset ?? 0, isPacked };
  // Producers write attributes of float variables as doubles.
  const asStored = (value: number): number => (type === "float" ? Math.fround(value) : value);
  const fill = one("_FillValue") ?? FILL[type] ?? Number.NaN;
  const absent = new Set([fill, ...(file.numbers("missing_value", name) ?? [])].map(asStored));
  const bounds = validBounds(file, name, packing);
  const [lowest, highest] = [asStored(bounds.lowest), asStored(bounds.highest)];
  const isMissing = (stored: number): boolean => {
    const compared = bounds.ofValues ? stored * packing.scale + packing.offset : stored;
    return Number.isNaN(stored) || absent.has(stored) || compared < lowest || compared > highest;
  };
  return { ...packing, isMissing };
}

/** The range of valid values by `valid_range`, `valid_min` and `valid_max`; values outside of it count as missing. */
function validBounds(file: NetCdfFile, name: string, { isPacked }: Pick<Packing, "isPacked">) {
  let [lowest, highest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let ofValues = false;
  for (const attribute of ["valid_range", "valid_min", "valid_max"] as const) {
    const numbers = file.numbers(attribute, name);
    if (numbers === undefined) continue;
    const isRange = attribute === "valid_range";
    if (numbers.length !== (isRange ? 2 : 1)) throw notNumbers(name, attribute, isRange ? "two numbers" : "a number");
    const [first = Number.NaN, last = first] = numbers;
    if (attribute !== "valid_max") lowest = Math.max(lowest, first);
    if (attribute !== "valid_min") highest = Math.min(highest, last);
    // Bounds with decimals of packed whole numbers are bounds of the unpacked values.
    ofValues ||= isPacked && !isDecimal(file.typeOf(name)) && isDecimal(file.attributeType(attribute, name));
  }
  return { lowest, highest, ofValues };
}

const isDecimal = (type: string): boolean => type === "float" || type === "double";

function notNumbers(name: string, attribute: string, what: string): BadFile {
  return new BadFile(`${attribute} of ${name} is not ${what}`);
}
