import { readFileSync } from "node:fs";
import { uvIndex } from "../../science/uv/action-spectra.ts";
import { type DoseRates, doseRates } from "../../science/uv/dose-rates.ts";
import { type DoseProduct, requiredDose, type SkinTypeId } from "../../science/uv/doses.ts";
import { exposure } from "../../science/uv/exposure.ts";
import { skyTransmission, weighted } from "../../science/uv/model.ts";
import { type SkyId, skies } from "../../science/uv/skies.ts";
import { flatAlbedo, type Surface, surface } from "../../science/uv/surfaces.ts";
import { transmission } from "../../science/uv/transfer.ts";
import { uvTables } from "../../services/query/uv/tables.ts";

/** One number of the model beside its reference. */
export interface Check {
  /** The subject of the check; all checks of a group have the same bound. */
  readonly group: string;
  readonly quantity: "UV index" | "vitamin D" | "minutes";
  /** The row of the reference, for the message of a failure. */
  readonly row: string;
  /** Zenith angle of the Sun, degrees; at the start of an exposure. */
  readonly zenith: number;
  /** The model's value over the reference, less one. */
  readonly error: number;
  /** Bound of the error's size. */
  readonly bound: number;
}

type Row = Readonly<Record<string, string>>;

/** The engine against discrete ordinates, every row of clear-sky-reference.csv. */
export function clearSkyChecks(): Check[] {
  const columns = grouped(reference("clear-sky"), (row) => `${row["ozone_du"]} DU, ${row["altitude_km"]} km`);
  return [...columns].flatMap(([column, rows]) => {
    const zeniths = [...new Set(rows.map((row) => number(row, "sza_deg")))];
    const [first] = rows;
    const [altitude, ozone] = [number(first, "altitude_km"), number(first, "ozone_du")];
    const solved = transmission({ altitude, ozone, aerosolBeta: 0, cloudWater: 0 }, zeniths);
    return rows.flatMap((row): Check[] => {
      const [zenith, albedo] = [number(row, "sza_deg"), number(row, "albedo")];
      const { erythema, vitaminD } = weighted(solved, zeniths.indexOf(zenith), flatAlbedo(albedo));
      const low = zenith > 80;
      const which = {
        group: `clear sky, ${low ? "80–90°" : "up to 80°"}`,
        row: `${zenith}°, ${column}, albedo ${albedo}`,
        zenith,
        bound: low ? 0.02 : 0.01,
      };
      return [
        { ...which, quantity: "UV index", error: erythema / number(row, "erythemal_W_m2") - 1 },
        { ...which, quantity: "vitamin D", error: vitaminD / number(row, "vitd_W_m2") - 1 },
      ];
    });
  });
}

/** Bounds of errors against FastRT: shares of the UV index and of vitamin D, by sky and highest zenith angle. */
const surfaceBounds = {
  clear: [
    { to: 60, bounds: [0.02, 0.03] },
    { to: 75, bounds: [0.05, 0.09] },
    { to: 85, bounds: [0.05, 0.08] },
  ],
  // FastRT's tables of clouds are plane-parallel and sparse at low sun: no reference there.
  overcast: [
    { to: 60, bounds: [0.07, 0.09] },
    { to: 75, bounds: [0.07, 0.12] },
  ],
} as const;

/** The engine, or the tables that users get their numbers from, against every usable row of surfaces-and-clouds-reference.csv. */
export function surfaceChecks(by: "engine" | "tables"): Check[] {
  const columns = grouped(reference("surfaces-and-clouds"), (row) => `${row["ozone_du"]} DU, ${row["altitude_km"]} km`);
  return [...columns].flatMap(([column, rows]) => {
    const zeniths = [...new Set(rows.map((row) => number(row, "sza_deg")))];
    const [first] = rows;
    const [altitude, ozone] = [number(first, "altitude_km"), number(first, "ozone_du")];
    return (["clear", "overcast"] as const).flatMap((sky) => {
      const solved = by === "tables" ? null : skyTransmission({ altitude, ozone }, sky, zeniths);
      return rows.flatMap((row): Check[] => {
        const zenith = number(row, "sza_deg");
        const limits = surfaceBounds[sky].find(({ to }) => zenith <= to);
        if (!limits) return [];
        const ground = groundOf(row);
        const { erythema, vitaminD } = solved
          ? weighted(solved, zeniths.indexOf(zenith), ground.albedo)
          : ratesAt(zenith, doseRates(uvTables, { altitude, ozone, surface: ground.id, sky: sky === "clear" ? 0 : 3 }));
        const which = {
          group: `${by}, ${sky}, up to ${limits.to}°`,
          row: `${zenith}°, ${column}, ${ground.name}, ${sky}`,
          zenith,
        };
        const [index, dose] = [number(row, `${sky}_uv_index`), number(row, `${sky}_vitd_W_m2`)];
        return [
          { ...which, quantity: "UV index", error: uvIndex(erythema) / index - 1, bound: limits.bounds[0] },
          { ...which, quantity: "vitamin D", error: vitaminD / dose - 1, bound: limits.bounds[1] },
        ];
      });
    });
  });
}

const ratesAt = (zenith: number, rates: DoseRates): Record<DoseProduct, number> => ({
  erythema: rates.erythema(zenith),
  vitaminD: rates.vitaminD(zenith),
});

/**
 * Minutes until a dose, against every cell of exposure-cases.csv that has one; also the rows where only one side has one.
 */
export function exposureChecks(): { checks: Check[]; disagreements: string[] } {
  const checks: Check[] = [];
  const disagreements: string[] = [];
  for (const row of reference("exposure-cases")) {
    const rates = doseRates(uvTables, {
      altitude: number(row, "altitude_km"),
      ozone: number(row, "ozone_du"),
      surface: groundOf(row).id,
      sky: skyOf(row),
    });
    for (const skinType of [1, 2, 3, 4, 5, 6] as const) {
      const answer = exposure({
        start: Date.parse(row["date"] ?? "") + number(row, "start_utc_h") * 3_600_000,
        latitude: number(row, "latitude"),
        longitude: number(row, "longitude_east"),
        rates,
        doses: dosesOf(skinType),
      });
      for (const [product, column] of [
        ["vitaminD", `d${skinType}`],
        ["erythema", `e${skinType}`],
      ] as const) {
        const which = `${row["name"]}, sky ${row["sky"]}, ${column}`;
        const expected = row[column] === "" ? null : number(row, column);
        const { minutes } = answer[product];
        if (expected === null || minutes === null) {
          if (expected !== minutes) disagreements.push(`${which}: ${minutes} instead of ${expected}`);
          continue;
        }
        const long = expected > 120;
        checks.push({
          group: `exposure, ${long ? "longer" : "within 2 h"}`,
          quantity: "minutes",
          row: which,
          zenith: answer.zenith,
          error: minutes / expected - 1,
          bound: long ? 0.08 : Math.max(0.04, 0.2 / expected),
        });
      }
    }
  }
  return { checks, disagreements };
}

/** A line of the table of errors: one quantity of one group. */
export interface Summary {
  readonly group: string;
  readonly quantity: string;
  readonly rows: number;
  /** The largest bound of the rows: bounds differ in exposures only. */
  readonly bound: number;
  readonly mean: number;
  readonly lowest: number;
  readonly highest: number;
}

export const summaries = (checks: readonly Check[]): Summary[] =>
  [...grouped(checks, ({ group, quantity }) => `${group}|${quantity}`).values()].map((rows) => {
    const errors = rows.map(({ error }) => error);
    const [{ group, quantity }] = rows;
    return {
      group,
      quantity,
      rows: rows.length,
      bound: Math.min(...rows.map(({ bound }) => bound)),
      mean: errors.reduce((sum, error) => sum + error, 0) / rows.length,
      lowest: Math.min(...errors),
      highest: Math.max(...errors),
    };
  });

/** The summaries as a Markdown table. */
export const asTable = (lines: readonly Summary[]): string =>
  [
    "| reference | quantity | rows | bound | mean error | errors from | to |",
    "|---|---|---|---|---|---|---|",
    ...lines.map(({ group, quantity, rows, bound, mean, lowest, highest }) =>
      ["", group, quantity, rows, `±${percent(bound, 0)}`, percent(mean), percent(lowest), percent(highest), ""]
        .join(" | ")
        .trim(),
    ),
  ].join("\n");

const percent = (share: number, digits = 2) => `${(share * 100).toFixed(digits)} %`;

const dosesOf = (skinType: SkinTypeId): Record<DoseProduct, number> => ({
  erythema: requiredDose("erythema", skinType),
  vitaminD: requiredDose("vitaminD", skinType),
});

function groundOf(row: Row): Surface {
  const ground = surface(number(row, "albedo_type"));
  if (!ground) throw new Error(`no surface ${row["albedo_type"]}`);
  return ground;
}

function skyOf(row: Row): SkyId {
  const sky = skies.find(({ id }) => id === number(row, "sky"));
  if (!sky) throw new Error(`no sky ${row["sky"]}`);
  return sky.id;
}

function number(row: Row, column: string): number {
  const value = Number(row[column]);
  if (row[column] === undefined || row[column] === "" || Number.isNaN(value)) throw new Error(`no number ${column}`);
  return value;
}

/** Rows of a reference table, kept in test/uv/reference with their sources. */
export function reference(name: string): Row[] {
  const file = new URL(`test/uv/reference/${name}${name === "exposure-cases" ? "" : "-reference"}.csv`, projectFolder);
  const [head = [], ...lines] = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(","));
  return lines.map((cells) => Object.fromEntries(head.map((column, i) => [column, cells[i] ?? ""])));
}

const projectFolder = new URL(`file://${process.cwd()}/`);

function grouped<T, K>(values: readonly T[], keyOf: (value: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
