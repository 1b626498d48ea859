/** Languages of the texts: bokmål and English. */
export type Language = "no" | "en";

export type Text = Readonly<Record<Language, string>>;

/** One class of an index, the best being 1. */
export interface IndexClass {
  readonly index: number;
  /** Six hexadecimal digits, as they are served. */
  readonly color: string;
  readonly name: Text;
  /** The risk in a few words. */
  readonly risk: Text;
  /** Who may be affected, and how. */
  readonly effect: Text;
  readonly advice: Text;
}

/** An index of hourly means: classes from the best, and for each component the limits between them. */
export interface AirQualityIndex {
  /** Unit of the limits and of the compared values. */
  readonly unit: "µg/m³";
  readonly classes: readonly IndexClass[];
  /** Rising, one fewer than classes: a value equal to a limit belongs to the class above it. */
  readonly limits: Readonly<Record<string, readonly number[]>>;
}

/** Index and colour of an invalid value. */
export const NO_INDEX = { index: 0, color: "ffffff" } as const;

/** The limits of a component, whose name is not case-sensitive; undefined where the index does not have it. */
export function limitsOf(index: AirQualityIndex, component: string): readonly number[] | undefined {
  const folded = component.toLowerCase();
  const name = Object.keys(index.limits).find((known) => known.toLowerCase() === folded);
  return name === undefined ? undefined : index.limits[name];
}

/** The class of an hourly mean, from 1. Negative values have the class of zero. */
export function classOf(limits: readonly number[], value: number): number {
  let above = 0;
  while (above < limits.length && value >= (limits[above] ?? Number.POSITIVE_INFINITY)) above++;
  return above + 1;
}

/** The range of a class for a component: `from ≤ value < to`. The last, which is open, ends at ten times its limit. */
export function rangeOf(limits: readonly number[], index: number): { readonly from: number; readonly to: number } {
  const from = limits[index - 2] ?? 0;
  return { from, to: limits[index - 1] ?? from * 10 };
}
