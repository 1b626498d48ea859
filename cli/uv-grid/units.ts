import type { UvFieldName } from "../../contracts/uv-grid.ts";
import { BadFile } from "../bad-file.ts";

/** What a unit measures, as the power of each base unit. */
type Dimension = Readonly<Record<"gram" | "metre" | "molecule", number>>;

interface Unit {
  readonly factor: number;
  readonly dimension: Dimension;
}

const NONE: Dimension = { gram: 0, metre: 0, molecule: 0 };
const AVOGADRO = 6.02214076e23;

const base = (factor: number, dimension: Partial<Dimension> = {}): Unit => ({
  factor,
  dimension: { ...NONE, ...dimension },
});
const grams = (factor: number) => base(factor, { gram: 1 });
const metres = (factor: number) => base(factor, { metre: 1 });
const molecules = (factor: number) => base(factor, { molecule: 1 });

/** By their names and symbols. A Dobson unit is a hundredth of a millimetre of ozone at standard conditions. */
const UNITS: ReadonlyMap<string, Unit> = new Map(
  (
    [
      [grams(1000), "kg kilogram kilograms"],
      [grams(1), "g gram grams"],
      [grams(1e-3), "mg"],
      [metres(1), "m metre metres meter meters"],
      [metres(1e-2), "cm atm-cm"],
      [metres(1e-3), "mm"],
      [metres(1e-5), "DU du dobson dobsons Dobson Dobsons"],
      [metres(1e-6), "um µm μm"],
      [molecules(AVOGADRO), "mol mole moles"],
      [molecules(AVOGADRO * 1e-3), "mmol"],
      [molecules(AVOGADRO * 1e-6), "umol µmol μmol"],
      [molecules(1), "molec molecule molecules"],
      [base(0.01), "% percent"],
      [base(1), "fraction dimensionless unitless"],
    ] as const
  ).flatMap(([unit, names]) => names.split(" ").map((name) => [name, unit] as const)),
);

/** Spellings that are no unit of UDUNITS, and common in files made from GRIB and by older programs. */
const SPELLINGS: Readonly<Record<string, string>> = {
  "(0 - 1)": "1",
  "(0-1)": "1",
  "0-1": "1",
  "~": "1",
  "dobson units": "DU",
  "dobson unit": "DU",
};

/** Dobson units of each way to state total ozone: the mass of a column of a square metre, its molecules, its height. */
const OZONE: readonly Unit[] = [
  { factor: 1 / 2.1415e-2, dimension: { ...NONE, gram: 1, metre: -2 } },
  { factor: 1 / 2.6867e20, dimension: { ...NONE, molecule: 1, metre: -2 } },
  { factor: 1e5, dimension: { ...NONE, metre: 1 } },
];
const RATIO: readonly Unit[] = [{ factor: 1, dimension: NONE }];
const WATER: readonly Unit[] = [{ factor: 1, dimension: { ...NONE, gram: 1, metre: -2 } }];

const FIELDS: Readonly<Record<UvFieldName, { readonly known: string; readonly units: readonly Unit[] }>> = {
  ozone_du: { known: "DU, kg m-2, mol m-2, molecules cm-2 and m (at standard conditions)", units: OZONE },
  cloud_fraction: { known: "1 and %", units: RATIO },
  cloud_lwp_gm2: { known: "g m-2 and kg m-2", units: WATER },
  cloud_modification_factor: { known: "1 and %", units: RATIO },
  aod550: { known: "1", units: RATIO },
  albedo_uv: { known: "1 and %", units: RATIO },
  snow: { known: "1 and %", units: RATIO },
  uvi_allsky: { known: "1", units: RATIO },
  uvi_clearsky: { known: "1", units: RATIO },
};

/** The factor from values in these units to values in the field's own. Without units they are ratios. @throws BadFile */
export function factorOf(name: UvFieldName, units = "1"): number {
  const { known, units: wanted } = FIELDS[name];
  const given = readUnits(units);
  const fitting = given && wanted.find(({ dimension }) => isSame(dimension, given.dimension));
  if (given && fitting) return given.factor * fitting.factor;
  throw new BadFile(`${name} has the units "${units}"; known are ${known}, and products of such`);
}

const isSame = (one: Dimension, other: Dimension) =>
  one.gram === other.gram && one.metre === other.metre && one.molecule === other.molecule;

const TERM = /^(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([a-zµμ%]+(?:-cm)?)([+-]?\d+)?)(?:\s*(?:\*\*|\^)\s*([+-]?\d+))?/i;

/** A product of numbers and units with powers, such as `kg m-2`, `mol/m^2`, `1e-5 m`; undefined for anything else. */
function readUnits(text: string): Unit | undefined {
  const trimmed = text.trim();
  let rest = SPELLINGS[trimmed.toLowerCase()] ?? trimmed;
  let [factor, dimension] = [1, NONE];
  let sign = 1;
  while (rest !== "") {
    const term = TERM.exec(rest);
    if (!term) return undefined;
    const [whole, number, name, appended, raised] = term;
    const unit = name === undefined ? base(Number(number)) : UNITS.get(name);
    if (unit === undefined) return undefined;
    const power = sign * Number(raised ?? appended ?? 1);
    factor *= unit.factor ** power;
    dimension = {
      gram: dimension.gram + power * unit.dimension.gram,
      metre: dimension.metre + power * unit.dimension.metre,
      molecule: dimension.molecule + power * unit.dimension.molecule,
    };
    rest = rest.slice(whole.length);
    const [between = "", operator] = /^\s*([/.*·]|\bper\b)?\s*/i.exec(rest) ?? [];
    if (rest !== "" && (between === "" || between.length === rest.length)) return undefined;
    sign = operator === "/" || operator?.toLowerCase() === "per" ? -1 : 1;
    rest = rest.slice(between.length);
  }
  return { factor, dimension };
}
