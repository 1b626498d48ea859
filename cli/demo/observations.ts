import type { NewStation } from "../../contracts/station.ts";
import type { NewTimeSeries } from "../../contracts/time-series.ts";
import { demoFacilities } from "./catalogue.ts";
import { STATIONS, type StationPlace } from "./stations.ts";

/**
 * Hourly values of a monitoring network for demonstration, deterministic: the value of a series at an hour is the same on
 * every machine and at any time of asking. They have a daily course (rush hours, or the sun for ozone), a yearly one, a
 * weekday effect and episodes that neighbouring stations share; now and then a gap, an invalid or a negative value.
 */

export const HOUR = 3600;
const DAY = 24 * HOUR;
/** Values older than this have been through quality control. */
const CONTROLLED_AFTER = 30 * DAY;

export interface DemoSeries {
  readonly station: string;
  readonly component: string;
  readonly unit: string;
  /** Counts the series of the network from 0; its values follow from it. */
  readonly number: number;
  readonly place: StationPlace;
}

export interface DemoValue {
  readonly fromTime: string;
  readonly toTime: string;
  readonly value: number;
  readonly isValid?: false;
  readonly qualityControlled?: true;
}

/** The course of a component: its mean at a roadside (µg/m³; CO mg/m³), and what changes it. */
interface Course {
  readonly mean: number;
  readonly traffic: number;
  /** Share of the mean that comes with winter (positive) or summer (negative). */
  readonly winter: number;
  /** Standard deviation of the instrument's noise. */
  readonly noise: number;
}

const COURSES: Readonly<Record<string, Course>> = {
  PM10: { mean: 19, traffic: 0.5, winter: 0.15, noise: 1.2 },
  "PM2.5": { mean: 7.5, traffic: 0.25, winter: 0.4, noise: 0.9 },
  PM1: { mean: 5.5, traffic: 0.25, winter: 0.45, noise: 0.7 },
  NO2: { mean: 27, traffic: 0.8, winter: 0.3, noise: 0.8 },
  NO: { mean: 18, traffic: 1, winter: 0.45, noise: 0.7 },
  NOx: { mean: 54, traffic: 0.9, winter: 0.4, noise: 1.2 },
  O3: { mean: 58, traffic: -0.25, winter: -0.25, noise: 1 },
  SO2: { mean: 4, traffic: 0, winter: 0.1, noise: 0.8 },
  CO: { mean: 0.28, traffic: 0.5, winter: 0.3, noise: 0.02 },
};

/** Share of the traffic's part that a station of the type measures. */
const EXPOSURE: Readonly<Record<StationPlace[4], number>> = {
  "Veinær stasjon": 1,
  Bybakgrunn: 0.55,
  Industri: 0.45,
  "Regional bakgrunn": 0.12,
};

/** Traffic by hour of the day, mean 1. */
const WORKDAY = [
  0.25, 0.15, 0.12, 0.15, 0.35, 0.8, 1.5, 2.1, 1.8, 1.3, 1.15, 1.15, 1.2, 1.25, 1.45, 1.9, 1.95, 1.5, 1.15, 0.95, 0.8,
  0.65, 0.5, 0.38,
];
const WEEKEND = [
  0.45, 0.35, 0.28, 0.22, 0.2, 0.22, 0.3, 0.4, 0.55, 0.75, 0.95, 1.1, 1.15, 1.15, 1.1, 1.05, 1.0, 0.95, 0.9, 0.8, 0.7,
  0.65, 0.6, 0.5,
];

export function demoStations(): NewStation[] {
  const facilities = demoFacilities();
  /** The facility that a station belongs to has its name. */
  const facilityAt = (station: string) =>
    facilities.find(({ name }) => name === station || name?.startsWith(`${station} `))?.identifier;
  return STATIONS.map(([name, zone, municipality, area, type, latitude, longitude]) => ({
    ...{ name, zone, municipality, area, type, latitude, longitude },
    owner: municipality === "N/A" ? null : municipality,
    status: "operative",
    facility: facilityAt(name) ?? null,
    isVisible: true,
  }));
}

export function demoSeries(): DemoSeries[] {
  return STATIONS.flatMap((place) => place[7].split(" ").map((component) => ({ place, component }))).map(
    ({ place, component }, number) => ({
      number,
      place,
      component,
      station: place[0],
      unit: component === "CO" ? "mg/m³" : "µg/m³",
    }),
  );
}

/** The series as it is sent; `station` is the id that the station got. */
export function newTimeSeries({ component, unit }: DemoSeries, station: number): NewTimeSeries {
  const topic = component.startsWith("PM") ? "Svevestøv" : "Gasser";
  return { station, component, unit, timestep: HOUR, height: 3, eea: false, topic, isVisible: true };
}

/**
 * The values of a series that begin from `from` to before `to` (seconds since 1970, whole hours), where it has any. `now`
 * decides which values have been through quality control, `offset` (minutes) how times are written.
 */
export function demoValues(
  series: DemoSeries,
  from: number,
  to: number,
  { now, offset }: { readonly now: number; readonly offset: number },
): DemoValue[] {
  const values: DemoValue[] = [];
  for (let hour = from; hour < to; hour += HOUR) {
    if (isGap(series, hour)) continue;
    values.push({
      fromTime: timeText(hour, offset),
      toTime: timeText(hour + HOUR, offset),
      value: demoValue(series, hour, offset),
      ...(chance(series.number, hour, 3) < 0.002 && { isValid: false as const }),
      ...(now - hour > CONTROLLED_AFTER && { qualityControlled: true as const }),
    });
  }
  return values;
}

function demoValue({ place, component, number }: DemoSeries, hour: number, offset: number): number {
  const course = COURSES[component];
  if (!course) throw new RangeError(`nothing is known about ${component}`);
  const local = hour + offset * 60;
  const hourOfDay = Math.floor((local % DAY) / HOUR);
  const weekday = (Math.floor(local / DAY) + 3) % 7;
  const yearly = Math.cos((2 * Math.PI * (local / DAY - 15)) / 365.25);
  const traffic = (weekday < 5 ? WORKDAY : WEEKEND)[hourOfDay] ?? 1;
  const exposed = EXPOSURE[place[4]];
  const background = 1 + course.winter * yearly;
  const daily =
    component === "O3"
      ? 1 +
        0.3 * Math.cos((2 * Math.PI * (hourOfDay - 14)) / 24) * (1 - 0.6 * yearly) +
        course.traffic * exposed * traffic
      : (1 - Math.abs(course.traffic)) * (0.5 + exposed / 2) + course.traffic * exposed * traffic;
  // Weather is shared by a zone and lasts for days; the station's own changes last for hours.
  const weather = Math.exp(0.45 * drift(place[1].length * 31 + component.length, hour / (2.5 * DAY)));
  const local6 = Math.exp(0.3 * drift(number + 1000, hour / (6 * HOUR)));
  const roadDust = component === "PM10" && exposed > 0.4 ? 1 + 1.4 * springPeak(local / DAY) * traffic : 1;
  const still = 1 + exposed * stagnation(place[1].length, hour);
  const value = course.mean * background * daily * (component === "O3" ? 1 : weather * local6 * still) * roadDust;
  return Math.round((value + course.noise * bell(number, hour)) * 1e4) / 1e4;
}

/** Studded tyres wear the roads until April: 1 at its height, 0 the rest of the year. */
function springPeak(day: number): number {
  const ofYear = day % 365.25;
  return Math.exp(-(((ofYear - 85) / 22) ** 2));
}

/** About how often the air stands still, and for how long; seconds. */
const STILL_EVERY = 5 * DAY;
const STILL_FOR = 14 * HOUR;

/** Still cold air holds what a zone emits for a day or so: how many times as much as usual is added, mostly none. */
function stagnation(zone: number, hour: number): number {
  const position = Math.floor(hour / STILL_EVERY);
  return [position - 1, position, position + 1].reduce((sum, place) => {
    if (chance(zone, place, 7) > 0.75) return sum;
    const centre = (place + chance(zone, place, 8)) * STILL_EVERY;
    const strength = 1 + 3 * chance(zone, place, 9);
    return sum + strength * Math.exp(-(((hour - centre) / STILL_FOR) ** 2));
  }, 0);
}

/** A day in eighty is cut short by some hours of maintenance. */
function isGap({ number }: DemoSeries, hour: number): boolean {
  const day = Math.floor(hour / DAY);
  if (chance(number, day, 1) > 1 / 80) return false;
  const begin = Math.floor(chance(number, day, 2) * 18);
  const hourOfDay = (hour / HOUR) % 24;
  return hourOfDay >= begin && hourOfDay < begin + 6;
}

/** Smooth noise about 0: independent at whole positions, a curve between them. */
function drift(seed: number, position: number): number {
  const node = Math.floor(position);
  const way = position - node;
  const eased = way * way * (3 - 2 * way);
  return bell(seed, node) * (1 - eased) + bell(seed, node + 1) * eased;
}

/** About normally distributed: mean 0, deviation 1. */
function bell(seed: number, place: number): number {
  return (chance(seed, place, 4) + chance(seed, place, 5) + chance(seed, place, 6) - 1.5) * 2;
}

/** A pseudo-random number in [0, 1), determined by the three arguments. */
function chance(seed: number, place: number, purpose: number): number {
  let mixed = Math.imul(seed ^ Math.imul(purpose, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(place | 0, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

function timeText(seconds: number, offset: number): string {
  const sign = offset < 0 ? "-" : "+";
  const minutes = Math.abs(offset);
  const zone = `${sign}${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  return new Date((seconds + offset * 60) * 1000).toISOString().slice(0, 19) + zone;
}
