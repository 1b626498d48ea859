import { uvIndex } from "../../science/uv/action-spectra.ts";
import { type Irradiance, type SkyPlace, skyIrradiance } from "../../science/uv/model.ts";
import { skies } from "../../science/uv/skies.ts";
import { flatAlbedo, surfaces } from "../../science/uv/surfaces.ts";
import { BadFile } from "../bad-file.ts";

const results = ["uv_index", "erythema_W_m2", "vitamin_d_W_m2", "uva_W_m2", "uvb_W_m2"];

/**
 * The rows of a CSV text with the model's results in columns added at the end. Lines beginning with `#` and empty ones
 * are left out.
 *
 * @throws BadFile naming line and column
 */
export function* computeCases(text: string): Generator<string> {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((content, index) => ({ content, line: index + 1 }))
    .filter(({ content }) => content.trim() !== "" && !content.startsWith("#"));
  const [head, ...rows] = lines;
  if (!head) throw new BadFile("no line with the names of the columns");
  const columns = cellsOf(head.content);
  requireColumns(columns);
  const cases = rows.map(({ content, line }, index) => readCase(columns, cellsOf(content), { index, line }));
  yield [head.content, ...results].join(",");
  const computed = compute(cases);
  for (const [i, { content }] of rows.entries()) {
    const irradiance = computed[i];
    if (irradiance) yield [content, ...numbers(irradiance)].join(",");
  }
}

/** Cases that differ in the sun alone are computed at once: one solution serves every sun. */
function compute(cases: readonly Case[]): Irradiance[] {
  const results: Irradiance[] = [];
  const places = new Map<string, [Case, ...Case[]]>();
  for (const each of cases) {
    const known = places.get(each.place);
    if (known) known.push(each);
    else places.set(each.place, [each]);
  }
  for (const alike of places.values()) {
    const irradiances = skyIrradiance(
      alike[0],
      alike.map(({ zenith }) => zenith),
    );
    for (const [i, { index }] of alike.entries()) {
      const irradiance = irradiances[i];
      if (irradiance) results[index] = irradiance;
    }
  }
  return results;
}

/** The cells of a line. Those in quotation marks, as R writes names and texts, may hold commas. */
function cellsOf(line: string): string[] {
  return Array.from(line.matchAll(/(?<=^|,)\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))/g), ([, quoted, plain = ""]) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  );
}

const required = ["sza_deg", "ozone_du", "altitude_km"];
const ofPlace = ["ozone_du", "altitude_km", "albedo", "albedo_type", "sky", "aerosol_beta"];

function requireColumns(columns: readonly string[]): void {
  const missing = required.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new BadFile(`no column ${missing.join(", ")}`);
  if (!columns.includes("albedo") && !columns.includes("albedo_type")) {
    throw new BadFile("no column albedo or albedo_type");
  }
}

interface Case extends SkyPlace {
  /** Index among all cases. */
  readonly index: number;
  readonly zenith: number;
  /** All inputs but the zenith angle, as a key. */
  readonly place: string;
}

function readCase(
  columns: readonly string[],
  cells: readonly string[],
  { index, line }: { readonly index: number; readonly line: number },
): Case {
  if (cells.length !== columns.length) {
    throw new BadFile(`line ${line}: ${cells.length} values for ${columns.length} columns`);
  }
  const cell = (name: string) => cells[columns.indexOf(name)] ?? "";
  const number = (name: string, from: number, to: number): number => {
    const value = Number(cell(name));
    if (cell(name) !== "" && value >= from && value <= to) return value;
    throw new BadFile(`line ${line}: ${name} "${cell(name)}" is not a number from ${from} to ${to}`);
  };
  const oneOf = <Item extends { readonly id: number }>(name: string, items: readonly Item[]): Item => {
    const item = items.find(({ id }) => cell(name) !== "" && id === Number(cell(name)));
    if (item) return item;
    throw new BadFile(`line ${line}: ${name} "${cell(name)}" is none of ${items.map(({ id }) => id).join(", ")}`);
  };
  const ground = cell("albedo_type") === "" ? undefined : oneOf("albedo_type", surfaces);
  return {
    index,
    zenith: number("sza_deg", 0, 180),
    place: ofPlace.map(cell).join(),
    altitude: number("altitude_km", 0, 9),
    ozone: number("ozone_du", 50, 1000),
    sky: cell("sky") === "" ? 0 : oneOf("sky", skies).id,
    albedo: ground?.albedo ?? flatAlbedo(number("albedo", 0, 1)),
    aerosolBeta: cell("aerosol_beta") === "" ? undefined : number("aerosol_beta", 0, 10),
  };
}

const numbers = ({ erythema, vitaminD, uva, uvb }: Irradiance): string[] =>
  [uvIndex(erythema), erythema, vitaminD, uva, uvb].map((value) => String(Number(value.toPrecision(7))));
