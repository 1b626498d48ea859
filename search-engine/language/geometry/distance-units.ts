/** Metres of each unit. A suffix that ends in another one comes before it. */
const UNITS: readonly (readonly [number, readonly string[]])[] = [
  [0.0254, ["in", "inch"]],
  [0.9144, ["yd", "yards"]],
  [0.3048, ["ft", "feet"]],
  [1_000, ["km", "kilometers"]],
  [1_852, ["NM", "nmi", "nauticalmiles"]],
  [0.001, ["mm", "millimeters"]],
  [0.01, ["cm", "centimeters"]],
  [1_609.344, ["mi", "miles"]],
  [1, ["m", "meters"]],
];

/** Metres of a unit by its name; undefined for an unknown name. */
export const unitOf = (name: string): number | undefined => UNITS.find(([, names]) => names.includes(name))?.[0];

/** Metres of `12km`, `12 km` or `12` (in `unit`, metres a unit); undefined when it is not a number. */
export function parseDistance(text: string, unit: number): number | undefined {
  for (const [metres, names] of UNITS) {
    const suffix = names.find((name) => text.endsWith(name));
    if (suffix === undefined) continue;
    const value = parseNumber(text.slice(0, -suffix.length));
    return value === undefined ? undefined : value * metres;
  }
  const value = parseNumber(text);
  return value === undefined ? undefined : value * unit;
}

function parseNumber(text: string): number | undefined {
  const trimmed = text.trim();
  return /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : undefined;
}
