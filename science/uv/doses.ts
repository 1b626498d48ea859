import type { Weighting } from "./action-spectra.ts";

/** Skin types (Fitzpatrick 1988) and their minimal erythemal dose in J/m² (CIE-weighted). */
export const skinTypes = {
  1: { name: "pale", minimalErythemalDose: 200 },
  2: { name: "blond caucasian", minimalErythemalDose: 250 },
  3: { name: "darker caucasian", minimalErythemalDose: 300 },
  4: { name: "mediterranean", minimalErythemalDose: 450 },
  5: { name: "middle east", minimalErythemalDose: 600 },
  6: { name: "black", minimalErythemalDose: 1000 },
} as const;

export type SkinTypeId = keyof typeof skinTypes;
export type DoseProduct = Extract<Weighting, "erythema" | "vitaminD">;

/** Previtamin D irradiance for each unit of erythemal irradiance at Boston, 21 March, noon, 350 DU (Webb & Engelsen 2006). */
export const vitaminDPerErythema = 1.75;

/**
 * Dose in J/m², weighted for its product: a minimal erythemal dose (sunburn), or the ultraviolet equivalent of
 * 1000 IU of vitamin D by mouth, a quarter of that dose on a quarter of the skin (Webb & Engelsen 2006), in CIE 174.
 */
export function requiredDose(product: DoseProduct, skinType: SkinTypeId): number {
  const { minimalErythemalDose } = skinTypes[skinType];
  return product === "erythema" ? minimalErythemalDose : 0.25 * minimalErythemalDose * vitaminDPerErythema;
}
