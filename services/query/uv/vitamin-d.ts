import type { VitaminDAnswer, VitaminDRequest } from "../../../contracts/uv.ts";
import { modelInstant, modelYear } from "../../../science/solar.ts";
import { uvIndex } from "../../../science/uv/action-spectra.ts";
import { doseRates } from "../../../science/uv/dose-rates.ts";
import { type DoseProduct, requiredDose, type SkinTypeId, skinTypes } from "../../../science/uv/doses.ts";
import { type Exposure, exposure } from "../../../science/uv/exposure.ts";
import { model } from "../../../science/uv/model.ts";
import { type SkyId, skies, skyAerosolBeta, skyCloudWater } from "../../../science/uv/skies.ts";
import { uvTables } from "./tables.ts";

const PRODUCTS = {
  vitaminD: { name: "vitamin D", spectrum: "previtamin D3 (CIE 174:2006)" },
  erythema: { name: "CIE", spectrum: "erythema (ISO/CIE 17166:2019)" },
} as const satisfies Record<DoseProduct, object>;

/** How long the sun takes to give a dose: the answer to a request whose members fit. */
export function vitaminDAnswer(request: VitaminDRequest): VitaminDAnswer {
  const product = productOf(request.dose_product);
  const other = product === "vitaminD" ? "erythema" : "vitaminD";
  // The schema allows only the ids, which its type can't say.
  const skin = request.skin_type as SkinTypeId;
  const sky = request.sky as SkyId;
  const { latitude, longitude, altitude, month, day, time, ozone, albedo_type } = request;
  const doses = { erythema: requiredDose("erythema", skin), vitaminD: requiredDose("vitaminD", skin) };
  const rates = doseRates(uvTables, { altitude, ozone, surface: albedo_type, sky });
  const found = exposure({ start: modelInstant(month, day, time), latitude, longitude, rates, doses });
  const { minutes, sunMinutes, end, doseBySunset } = found[product];
  return {
    input: {
      latitude,
      longitude,
      altitude,
      month,
      day,
      time,
      ozone,
      albedo_type,
      dose_product: spelled(request.dose_product),
      skin_type: skin,
      sky,
    },
    dose_product: PRODUCTS[product].name,
    action_spectrum: PRODUCTS[product].spectrum,
    dose_required: doses[product],
    dose_basis: basisOf(product, skin),
    solar_zenith_angle: decimals(found.zenith, 3),
    uv_index: digits(uvIndex(found.rates.erythema)),
    irradiance: digits(found.rates[product]),
    exposure_minutes: minutes === null ? null : decimals(minutes, 2),
    sun_minutes: sunMinutes === null ? null : decimals(sunMinutes, 2),
    exposure_time: minutes === null ? null : hoursAndMinutes(Math.round(minutes)),
    end_time: end === null ? null : timeOfDay(end),
    reason: reasonOf(found, product),
    dose_reached_by_sunset: decimals(doseBySunset, 2),
    fraction_reached: decimals(doseBySunset / doses[product], 4),
    companion: {
      dose_product: PRODUCTS[other].name,
      action_spectrum: PRODUCTS[other].spectrum,
      dose_required: doses[other],
      exposure_minutes: found[other].minutes === null ? null : decimals(found[other].minutes, 2),
    },
    warning: warningOf(found),
    model: { name: model.name, version: model.version },
    assumptions: assumptionsOf(sky),
  };
}

/** `1` and `F` ask for vitamin D, `2` and `E` for erythema. */
function productOf(sent: number | string): DoseProduct {
  return sent === 1 || sent === "1" || sent === "F" || sent === "f" ? "vitaminD" : "erythema";
}

function spelled(sent: number | string): number | string {
  return sent === "1" || sent === "2" ? Number(sent) : typeof sent === "string" ? sent.toUpperCase() : sent;
}

function basisOf(product: DoseProduct, skin: SkinTypeId): string {
  const { name, minimalErythemalDose } = skinTypes[skin];
  const burning = `the minimal erythemal dose of skin type ${skin} (${name}), ${minimalErythemalDose} J/m²`;
  return product === "erythema"
    ? `1 MED: ${burning}, weighted for erythema`
    : `1000 IU of vitamin D: a quarter of ${burning}, on a quarter of the body, times 1.75 for the vitamin D spectrum`;
}

function reasonOf(found: Exposure, product: DoseProduct): VitaminDAnswer["reason"] {
  if (!found.sunUp) return "sun below horizon all day";
  return found[product].minutes === null ? "dose not reached before sunset" : null;
}

/** A warning if skin burns before it has made the vitamin. */
function warningOf({ erythema, vitaminD }: Exposure): string | null {
  if (erythema.minutes === null || (vitaminD.minutes !== null && vitaminD.minutes <= erythema.minutes)) return null;
  return `Unprotected skin of this type burns after about ${Math.round(erythema.minutes)} minutes, before the vitamin D dose is reached.`;
}

function assumptionsOf(sky: SkyId): string[] {
  const { name, cover } = skies[sky];
  const clouds =
    cover === 0
      ? "no cloud"
      : `${100 * cover} % of the sky under a water cloud of ${skyCloudWater} g/m² from 2 to 7 km`;
  return [
    `sky: ${name}, ${clouds}`,
    `aerosol: optical depth ${skyAerosolBeta} λ^-1.3 (λ in µm), very clean air`,
    "skin is horizontal and unshaded; an upright person receives less",
    "25 % of the body is bared (hands, face and arms)",
    "the vitamin D dose is that of 1000 IU by mouth",
    `the Sun is that of ${modelYear}; the zenith angle is geometric, the horizon flat`,
    "ground of one kind far around; the ozone is what lies above the place",
    "people of one skin type differ by 20 to 50 % and more; this is an estimate, not medical advice",
  ];
}

function decimals(value: number, count: number): number {
  return Number(value.toFixed(count));
}

function digits(value: number): number {
  return Number(value.toPrecision(6));
}

function timeOfDay(time: number): string {
  return new Date(Math.round(time / 60_000) * 60_000).toISOString().slice(11, 16);
}

function hoursAndMinutes(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
