import type { Culture } from "../../../../contracts/routes/parameter.ts";
import { DAY, HOUR, MONTH, WEEK, YEAR } from "../../../../science/calendar.ts";

interface Unit {
  readonly seconds: number;
  readonly no: readonly [one: string, many: string];
  readonly en: readonly [one: string, many: string];
}

const calendar: readonly Unit[] = [
  { seconds: YEAR, no: ["år", "år"], en: ["year", "years"] },
  { seconds: MONTH, no: ["måned", "måneder"], en: ["month", "months"] },
  { seconds: WEEK, no: ["uke", "uker"], en: ["week", "weeks"] },
  { seconds: DAY, no: ["døgn", "døgn"], en: ["day", "days"] },
];
const clock: readonly Unit[] = [
  { seconds: HOUR, no: ["time", "timer"], en: ["hour", "hours"] },
  { seconds: 60, no: ["minutt", "minutter"], en: ["minute", "minutes"] },
  { seconds: 1, no: ["sekund", "sekunder"], en: ["second", "seconds"] },
];

/** A step in words: `1 time`, `10 minutter`, `1 year`. */
export function stepName(timestep: number, culture: Culture): string {
  const unit =
    calendar.find(({ seconds }) => seconds === timestep) ?? clock.find(({ seconds }) => timestep % seconds === 0);
  if (unit === undefined) return String(timestep);
  const count = timestep / unit.seconds;
  return `${count} ${unit[culture][count === 1 ? 0 : 1]}`;
}
