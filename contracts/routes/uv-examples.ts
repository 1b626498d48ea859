/** Requests and answers of the UV routes, for the description and its readers. */

export const locations = {
  locations: [
    { latitude: 59.91, longitude: 10.75 },
    { latitude: -33.87, longitude: 151.21 },
  ],
};

/** Oslo at midsummer. */
export const exposureRequest = {
  latitude: 59.91,
  longitude: 10.75,
  altitude: 0.05,
  month: 6,
  day: 21,
  time: 11.3333,
  ozone: 340,
  albedo_type: 3,
  dose_product: "F",
  skin_type: 2,
  sky: 1,
};

export const exposureAnswer = {
  input: exposureRequest,
  dose_product: "vitamin D",
  action_spectrum: "previtamin D3 (CIE 174:2006)",
  dose_required: 109.375,
  dose_basis:
    "1000 IU of vitamin D: a quarter of the minimal erythemal dose of skin type 2 (blond caucasian), 250 J/m², on a quarter of the body, times 1.75 for the vitamin D spectrum",
  solar_zenith_angle: 36.474,
  uv_index: 4.37839,
  irradiance: 0.201016,
  exposure_minutes: 9.07,
  sun_minutes: 9.07,
  exposure_time: "00:09",
  end_time: "11:29",
  reason: null,
  dose_reached_by_sunset: 2483.79,
  fraction_reached: 22.709,
  companion: {
    dose_product: "CIE",
    action_spectrum: "erythema (ISO/CIE 17166:2019)",
    dose_required: 250,
    exposure_minutes: 38.35,
  },
  warning: null,
  model: {
    name: "airlog doubling-adding, 1 nm, 8 streams",
    version: "1.2",
  },
  assumptions: [
    "sky: scattered clouds, 30 % of the sky under a water cloud of 240 g/m² from 2 to 7 km",
    "aerosol: optical depth 0.02 λ^-1.3 (λ in µm), very clean air",
    "skin is horizontal and unshaded; an upright person receives less",
    "25 % of the body is bared (hands, face and arms)",
    "the vitamin D dose is that of 1000 IU by mouth",
    "the Sun is that of 2025; the zenith angle is geometric, the horizon flat",
    "ground of one kind far around; the ozone is what lies above the place",
    "people of one skin type differ by 20 to 50 % and more; this is an estimate, not medical advice",
  ],
};

export const grid = {
  schema: "uvgrid/1",
  issued: "2026-06-21T00:00:00Z",
  source: "Example model, run of 00 UTC",
  licence: "CC-BY-4.0",
  attribution: "Contains data of the Example Centre",
  grid: { lat0: -90, dlat: 1, nlat: 181, lon0: -180, dlon: 1, nlon: 360 },
  steps: ["2026-06-21T00:00:00Z", "2026-06-21T03:00:00Z", "2026-06-21T06:00:00Z"],
  fields: {
    ozone_du: { dtype: "int16", scale: 0.1, offset: 0, missing: -32768, data: "hAuEC4QL" },
    cloud_fraction: { dtype: "uint8", scale: 0.01, offset: 0, missing: 255, data: "MjIy" },
  },
};
