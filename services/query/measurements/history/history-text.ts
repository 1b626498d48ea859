import { QUALITY_CONTROLLED, VALID } from "../../../../contracts/observation-day.ts";
import { type AirQualityIndex, classOf, NO_INDEX } from "../../../../science/air-quality-index/index-table.ts";
import { DAY, dayOf, endOf, formatDay, formatOffset, slotStart, slotsOfDay } from "../../../../science/calendar.ts";
import { valueText } from "../answers/value-text.ts";
import type { KnownSeries } from "../network.ts";
import type { Period } from "../period.ts";
import type { StoredDay } from "./stored-days.ts";

export interface HistorySettings {
  readonly isCsv: boolean;
  readonly period: Period;
  readonly showInvalid: boolean;
  /** Minutes ahead of UTC. */
  readonly offset: number;
  /** Set where values are shown with their index. */
  readonly index: AirQualityIndex | undefined;
}

/** Values of a day that are written at once, at most: a day of short steps would block the event loop. */
const MAX_AT_ONCE = 2_000;

/**
 * Writes the values of a series that belong to the period, each day in one or more parts. The texts of times, and the texts
 * that follow a value, are made once, so that a value costs a few string concatenations.
 */
export function historyWriter(
  { series: { timestep }, limits }: KnownSeries,
  prefix: string,
  settings: HistorySettings,
): (day: StoredDay) => Iterable<string> {
  const { period, offset, showInvalid } = settings;
  const times = slotTimes(timestep, offset, settings.isCsv);
  const endings = endingsOf(settings);
  const ranks = settings.index === undefined ? [] : (limits ?? []);
  const slots = slotsOfDay(timestep);

  const write = ({ day, values, flags }: StoredDay, since: number): string => {
    const begin = slotStart(day, 0, timestep, offset);
    const first = Math.max(since, Math.ceil((period.from - begin) / timestep));
    const end =
      timestep > DAY ? Number(endOf(begin, timestep, offset) <= period.to) : Math.floor((period.to - begin) / timestep);
    const past = Math.min(slots, since + MAX_AT_ONCE, end);
    if (first >= past) return "";
    const date = prefix + times.open + formatDay(day);
    const sameDay = formatDay(day);
    const lastDay = formatDay(dayOf(endOf(slotStart(day, slots - 1, timestep, offset), timestep, offset), offset));
    let text = "";
    for (let slot = first; slot < past; slot++) {
      const value = values[slot] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const flag = flags[slot] ?? 0;
      if ((flag & VALID) === 0 && !showInvalid) continue;
      const endDate = slot === slots - 1 ? lastDay : sameDay;
      const rank = (flag & VALID) === 0 ? 0 : ranks.length === 0 ? 1 : classOf(ranks, value);
      text +=
        date + times.between[slot] + endDate + times.after[slot] + valueText(value) + (endings[flag & 3]?.[rank] ?? "");
    }
    return text;
  };

  return function* (day) {
    for (let since = 0; since < slots; since += MAX_AT_ONCE) yield write(day, since);
  };
}

interface SlotTimes {
  /** Text before the date of the beginning. */
  readonly open: string;
  /** Text between the dates of beginning and end, by slot. */
  readonly between: readonly string[];
  /** Text between the date of the end and the value, by slot. */
  readonly after: readonly string[];
}

const known = new Map<string, SlotTimes>();

/** Cached: few different steps exist. */
function slotTimes(timestep: number, offset: number, isCsv: boolean): SlotTimes {
  const key = `${timestep} ${offset} ${isCsv}`;
  let times = known.get(key);
  if (times === undefined) {
    times = makeSlotTimes(timestep, offset, isCsv);
    known.set(key, times);
  }
  return times;
}

function makeSlotTimes(timestep: number, offset: number, isCsv: boolean): SlotTimes {
  const zone = formatOffset(offset);
  const slots = slotsOfDay(timestep);
  const clock = (seconds: number) =>
    `T${[Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0")).join(":")}${zone}`;
  const clocks = Array.from({ length: slots }, (_, slot) => [
    clock((slot * timestep) % DAY),
    clock(timestep >= DAY ? 0 : ((slot + 1) * timestep) % DAY),
  ]);
  return {
    open: isCsv ? "" : ',{"fromTime":"',
    between: clocks.map(([from]) => (isCsv ? `${from},` : `${from}","toTime":"`)),
    after: clocks.map(([, to]) => (isCsv ? `${to},` : `${to}","value":`)),
  };
}

/** The text that follows a value, by its flags and its class. */
function endingsOf({ isCsv, index, showInvalid }: HistorySettings): readonly (readonly string[])[] {
  const classes = [NO_INDEX, ...(index?.classes ?? [{ index: 1, color: "" }])];
  return Array.from({ length: 4 }, (_, flags) => {
    const isControlled = (flags & QUALITY_CONTROLLED) !== 0;
    const isValid = (flags & VALID) !== 0;
    return classes.map((each) => {
      if (isCsv) {
        const fields = [isControlled, ...(index ? [each.index, each.color] : []), ...(showInvalid ? [isValid] : [])];
        return `,${fields.join(",")}\r\n`;
      }
      const rank = index ? `,"index":${each.index},"color":"${each.color}"` : "";
      return `,"qualityControlled":${isControlled}${rank}${isValid ? "" : ',"isValid":false'}}`;
    });
  });
}
