import { zenithAngle } from "../../../science/solar.ts";
import {
  clearIndex,
  type IndexCurve,
  indexCurve,
  type OvercastSeries,
  overcastSeries,
  overcastShareOf,
} from "../../../science/uv/index-curve.ts";
import { climatologicalOzone } from "../../../science/uv/ozone-climatology.ts";
import { type Air, type Atmosphere, USUAL_AEROSOL, USUAL_ALBEDO } from "./atmosphere.ts";
import { between, cornersOf, type PlaceInTime, placeInTime } from "./grid.ts";
import { DAY, DAYS, HOUR, type Horizon, MOMENTS } from "./horizon.ts";
import { uvTables } from "./tables.ts";

export interface Location {
  readonly latitude: number;
  readonly longitude: number;
}

/** Three days at one place. */
export interface Forecast {
  readonly location: Location;
  /** DU, when today's index is highest. */
  readonly ozone: number;
  readonly days: readonly DayForecast[];
  /** One value an hour from 00 UTC of today on: UV index without clouds. */
  readonly clear: readonly number[];
  /** UV index; NaN where no cloud is known. */
  readonly index: readonly number[];
  /** Share of the clear sky's index that clouds leave; NaN where it is not known. */
  readonly cloudFactor: readonly number[];
}

export interface DayForecast {
  /** Whether the published forecast covers the day; otherwise its source is the climatology. */
  readonly published: boolean;
  /** The highest index; the clear sky's where no cloud is known. */
  readonly highest: number;
  /** Index of its moment in the horizon; the moment of the highest Sun when the Sun does not rise. */
  readonly moment: number;
}

/** Share that an overcast sky leaves where the cloud's water is not known (NOAA's and EPA's UV index forecast). */
const OVERCAST = 0.31;

/** Hours of a day, the end of the last one included. */
const DAY_HOURS = 25;

/** A published forecast over the days of a horizon: which days it covers, and where each hour lies between its steps. */
export interface Coverage {
  readonly atmosphere: Atmosphere;
  /** By day; undefined where the day is not covered to its end. */
  readonly days: readonly (readonly PlaceInTime[] | undefined)[];
}

export function coverageOf(atmosphere: Atmosphere, { today }: Horizon): Coverage {
  const { steps } = atmosphere.grid;
  const days = Array.from({ length: DAYS }, (_, day) => {
    const hours = Array.from({ length: DAY_HOURS }, (_, hour) => placeInTime(steps, today + day * DAY + hour * HOUR));
    return hours.every((place) => place !== undefined) ? hours : undefined;
  });
  return { atmosphere, days };
}

/** Whether a forecast with these steps covers one of the days from `today` on. */
export function coversADay(steps: readonly number[], today: number): boolean {
  const [first = Number.POSITIVE_INFINITY] = steps;
  const last = steps.at(-1) ?? Number.NEGATIVE_INFINITY;
  return Array.from({ length: DAYS }, (_, day) => today + day * DAY).some(
    (from) => first <= from && last >= from + DAY,
  );
}

/**
 * The forecast of a place at sea level: from the published forecast if it covers the day, otherwise from the climatology.
 */
export function forecastAt(location: Location, horizon: Horizon, coverage: Coverage | undefined): Forecast {
  const { latitude, longitude } = location;
  const zeniths = new Float64Array(horizon.suns.length);
  horizon.suns.forEach((sun, each) => {
    zeniths[each] = zenithAngle(sun, latitude, longitude);
  });
  const isCovered = coverage?.days.some((places) => places !== undefined);
  const airAt = isCovered ? coverage?.atmosphere.over(cornersOf(latitude, longitude)) : undefined;
  const days = Array.from({ length: DAYS }, (_, day) => {
    const usual = usualAir(latitude, horizon.today + day * DAY);
    const places = coverage?.days[day];
    const published = places !== undefined && airAt !== undefined;
    const begin = day * 24 * MOMENTS;
    const end = begin + 24 * MOMENTS + 1;
    const light: Light = { zeniths: zeniths.subarray(begin, end), distances: horizon.distances.subarray(begin, end) };
    const air = published
      ? places.map((place) => completed(airAt(place), usual))
      : Array.from({ length: DAY_HOURS }, () => usual);
    const found = dayOf(air, light, published && coverage?.atmosphere.knowsClouds === true);
    return { ...found, published, moment: begin + found.moment };
  });
  const whole = (name: "clear" | "index" | "cloudFactor") => days.flatMap((day) => [...day[name]]);
  return {
    location,
    ozone: days[0]?.ozone ?? Number.NaN,
    days: days.map(({ published, highest, moment }) => ({ published, highest, moment })),
    clear: whole("clear"),
    index: whole("index"),
    cloudFactor: whole("cloudFactor"),
  };
}

/**
 * The index at the beginning of an hour of the horizon, at places along a parallel: what `forecastAt` says of each of them; the
 * clear sky's where no cloud is known.
 */
export function indicesAlong(
  latitude: number,
  longitudes: Float64Array,
  hour: number,
  horizon: Horizon,
  coverage: Coverage | undefined,
): Float64Array {
  const sun = horizon.suns[hour * MOMENTS];
  if (sun === undefined) throw new RangeError(`the horizon has no hour ${hour}`);
  const day = Math.floor(hour / 24);
  const usual = usualAir(latitude, horizon.today + day * DAY);
  const place = coverage?.days[day]?.[hour % 24];
  const overcastOf = overcastByWater();
  const usualSky = place === undefined ? skyOf(usual, Number.NaN, overcastOf) : undefined;
  return longitudes.map((longitude) => {
    const zenith = zenithAngle(sun, latitude, longitude);
    if (zenith >= 90) return 0;
    const air = place && coverage?.atmosphere.over(cornersOf(latitude, longitude))(place);
    const sky = air ? skyOf(completed(air, usual), zenith, overcastOf) : usualSky;
    if (sky === undefined) return Number.NaN;
    const left = coverage?.atmosphere.knowsClouds && !Number.isNaN(sky.cloudFactor) ? sky.cloudFactor : 1;
    return (left * clearIndex(sky.curve, zenith)) / sun.distance ** 2;
  });
}

/** The climatology's air of the day that begins at `day`. */
function usualAir(latitude: number, day: number): Air {
  const noon = new Date(day + DAY / 2);
  return {
    ozone: climatologicalOzone(noon.getUTCMonth() + 1, noon.getUTCDate() + 0.5, latitude),
    aerosolBeta: USUAL_AEROSOL,
    albedo: USUAL_ALBEDO,
    modification: Number.NaN,
    cloudFraction: Number.NaN,
    cloudWater: Number.NaN,
  };
}

function completed(air: Air, usual: Air): Air {
  return Number.isNaN(air.ozone) ? { ...air, ozone: usual.ozone } : air;
}

/** The Sun at each moment of a day, to the end of its last hour: zenith angle in degrees, distance in AU. */
interface Light {
  readonly zeniths: Float64Array;
  readonly distances: Float64Array;
}

interface Day {
  readonly clear: Float64Array;
  readonly index: Float64Array;
  readonly cloudFactor: Float64Array;
  readonly highest: number;
  readonly moment: number;
  readonly ozone: number;
}

/**
 * One day: the values at the beginning of each hour, and the highest index of all its moments. Between two hours, the clear
 * sky's index at the Sun's height of the moment and the share that clouds leave are interpolated linearly.
 */
function dayOf(air: readonly Air[], { zeniths, distances }: Light, knowsClouds: boolean): Day {
  const skies = new Array<Sky | undefined>(air.length);
  const overcastOf = overcastByWater();
  const skyAt = (hour: number): Sky => {
    const known = skies[hour];
    if (known) return known;
    const before = skies[hour - 1];
    const unchanged = before !== undefined && air[hour] === air[hour - 1];
    const own = air[hour];
    if (own === undefined) throw new RangeError(`the day has no hour ${hour}`);
    const sky = unchanged ? before : skyOf(own, zeniths[hour * MOMENTS] ?? Number.NaN, overcastOf);
    skies[hour] = sky;
    return sky;
  };
  const clear = new Float64Array(24);
  const index = new Float64Array(24).fill(knowsClouds ? 0 : Number.NaN);
  const cloudFactor = new Float64Array(24).fill(Number.NaN);
  let highest = 0;
  let moment = zeniths
    .subarray(0, -1)
    .reduce((best, zenith, each) => (zenith < (zeniths[best] ?? Number.NaN) ? each : best), 0);
  for (let each = 0; each < 24 * MOMENTS; each++) {
    const zenith = zeniths[each] ?? Number.NaN;
    if (zenith >= 90) continue;
    const hour = Math.floor(each / MOMENTS);
    const share = (each % MOMENTS) / MOMENTS;
    const from = skyAt(hour);
    const to = share === 0 ? from : skyAt(hour + 1);
    let bare = clearIndex(from.curve, zenith);
    if (to !== from) bare += share * (clearIndex(to.curve, zenith) - bare);
    bare /= (distances[each] ?? Number.NaN) ** 2;
    const left = knowsClouds ? between(from.cloudFactor, to.cloudFactor, share) : Number.NaN;
    if (share === 0) {
      clear[hour] = bare;
      index[hour] = bare * left;
      cloudFactor[hour] = left;
    }
    const value = Number.isNaN(left) ? bare : bare * left;
    if (value > highest) {
      highest = value;
      moment = each;
    }
  }
  const hour = Math.floor(moment / MOMENTS);
  const [from, to] = [air[hour]?.ozone ?? Number.NaN, air[hour + 1]?.ozone ?? Number.NaN];
  const ozone = between(from, to, (moment % MOMENTS) / MOMENTS);
  return { clear, index, cloudFactor, highest, moment, ozone };
}

interface Sky {
  readonly curve: IndexCurve;
  /** NaN where no cloud is known. */
  readonly cloudFactor: number;
}

/** The producer's own numbers for clouds take precedence over those computed from cover and water. */
function skyOf(air: Air, zenith: number, overcastOf: OvercastBy): Sky {
  const { modification, cloudFraction, cloudWater } = air;
  const curve = indexCurve(uvTables, { ozone: air.ozone, aerosolBeta: air.aerosolBeta, albedo: air.albedo });
  if (!Number.isNaN(modification)) return { curve, cloudFactor: modification };
  const cover = Number.isNaN(cloudFraction) && !Number.isNaN(cloudWater) ? 1 : cloudFraction;
  const isByWater = cover > 0 && cloudWater > 0;
  const overcast = isByWater ? overcastOf(air, zenith) : cloudWater <= 0 ? 1 : OVERCAST;
  return { curve, cloudFactor: 1 - cover * (1 - overcast) };
}

/** The share that an overcast sky leaves by its water, in such air at this zenith angle. */
type OvercastBy = (air: Air, zenith: number) => number;

/** Changes of the air that change what a cloud leaves by a third of a per cent at most. */
const SLIGHT = { ozone: 10, aerosolBeta: 0.005, albedo: 0.003 } as const;

/**
 * A cloud's water changes from hour to hour, the air around it little: results that depend on the air alone are kept while
 * it hardly changes.
 */
function overcastByWater(): OvercastBy {
  let known: { readonly air: Air; readonly series: OvercastSeries } | undefined;
  return (air, zenith) => {
    if (!known || !isSlight(known.air, air)) known = { air, series: overcastSeries(uvTables, air) };
    return overcastShareOf(known.series, air.cloudWater, zenith);
  };
}

function isSlight(from: Air, to: Air): boolean {
  return (
    Math.abs(from.ozone - to.ozone) <= SLIGHT.ozone &&
    Math.abs(from.aerosolBeta - to.aerosolBeta) <= SLIGHT.aerosolBeta &&
    Math.abs(from.albedo - to.albedo) <= SLIGHT.albedo
  );
}
