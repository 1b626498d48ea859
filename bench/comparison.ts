import type { BenchResult, Row } from "./harness.ts";

/** One figure measured by two versions of the code, round by round. */
export interface Compared {
  readonly name: string;
  readonly unit: string;
  readonly here: readonly number[];
  readonly there: readonly number[];
  /** Ratios of the rounds, above 1 where this version is better; empty where a value is not above 0. */
  readonly ratios: readonly number[];
  readonly verdict: "worse" | "as good" | "not comparable";
}

export interface Comparison {
  readonly name: string;
  readonly rows: readonly Compared[];
  /** Names of figures that only one version has. */
  readonly onlyHere: readonly string[];
  readonly onlyThere: readonly string[];
}

/** Results of one benchmark by both versions: element n of each list was measured in round n. */
export function compare(here: readonly BenchResult[], there: readonly BenchResult[]): Comparison {
  const [ours, theirs] = [figuresOf(here), figuresOf(there)];
  const rows = [...ours.values()].flatMap(({ row, results }) => {
    const other = theirs.get(row.name);
    return other ? [compared(row, results, other.results)] : [];
  });
  return {
    name: here[0]?.name ?? "",
    rows,
    onlyHere: [...ours.keys()].filter((name) => !theirs.has(name)),
    onlyThere: [...theirs.keys()].filter((name) => !ours.has(name)),
  };
}

interface Figure {
  readonly row: Row;
  readonly results: number[];
}

/** The first value of each run: an older program measures several times in one run, and later values are warmer. */
function figuresOf(runs: readonly BenchResult[]): Map<string, Figure> {
  const figures = new Map<string, Figure>();
  for (const row of runs.flatMap(({ rows }) => rows)) {
    const figure = figures.get(row.name) ?? { row, results: [] };
    figure.results.push(row.product[0] ?? Number.NaN);
    figures.set(row.name, figure);
  }
  return figures;
}

function compared(row: Row, here: readonly number[], there: readonly number[]): Compared {
  const { name, unit } = row;
  const isComparable = here.length === there.length && [...here, ...there].every((value) => value > 0);
  if (!isComparable) return { name, unit, here, there, ratios: [], verdict: "not comparable" };
  const ratios = here.map((value, round) => {
    const other = there[round] ?? Number.NaN;
    return isMoreBetter(row) ? value / other : other / value;
  });
  const isWorse = quartile(ratios, 2) < 0.9 && quartile(ratios, 3) < 1;
  return { name, unit, here, there, ratios, verdict: isWorse ? "worse" : "as good" };
}

const isMoreBetter = ({ goal, unit }: Row): boolean => (goal ? goal.at === "least" : unit.endsWith("/s"));

/** Quartile 1, 2 (the median) or 3, interpolated between the neighbouring values. */
export function quartile(values: readonly number[], which: 1 | 2 | 3): number {
  const sorted = [...values].sort((a, b) => a - b);
  const position = ((sorted.length - 1) * which) / 4;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (position - Math.floor(position)) * (above - below);
}

/** The comparison as a Markdown table. */
export function comparisonTable({ name, rows, onlyHere, onlyThere }: Comparison, commit: string): string {
  const lines = rows.map(({ name, unit, here, there, ratios, verdict }) => {
    const ratio =
      ratios.length === 0
        ? "–"
        : `${quartile(ratios, 2).toFixed(3)} (${quartile(ratios, 1).toFixed(3)}–${quartile(ratios, 3).toFixed(3)})`;
    return `| ${name} | ${unit} | ${short(here)} | ${short(there)} | ${ratio} | ${verdict} |`;
  });
  const missing = [
    ...onlyHere.map((figure) => `Only here: ${figure}`),
    ...onlyThere.map((figure) => `Only there: ${figure}`),
  ];
  return [
    `### ${name}, against ${commit}`,
    "",
    "| figure | unit | here | there | ratio, median (quartiles) | verdict |",
    "|---|---|---|---|---|---|",
    ...lines,
    "",
    ...missing,
    "",
  ].join("\n");
}

const short = (values: readonly number[]): string => {
  const middle = quartile(values, 2);
  return Math.abs(middle) >= 100 ? middle.toFixed(0) : middle.toPrecision(3);
};
