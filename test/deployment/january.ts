import { value } from "../end-to-end/network-samples.ts";

export const PERIOD = "2024-01-01/2024-01-31";
/** January 2024; every second day has 14 of 24 hours. */
const DAYS = 31;
const hoursOf = (day: number): number => (day % 2 === 0 ? 24 : 14);

/** The measured hours of the month. */
export function january(): object[] {
  const two = (number: number) => String(number).padStart(2, "0");
  return Array.from({ length: DAYS }, (_, day) => day).flatMap((day) =>
    Array.from({ length: hoursOf(day) }, (_, at) => value(`2024-01-${two(day + 1)}T${two(at)}:00`, at)),
  );
}

/** Running means of eight hours that end in the month and have as many hours. */
export function windows(least: number): number {
  const isMeasured = (hour: number) => hour >= 0 && hour % 24 < hoursOf(Math.floor(hour / 24));
  const lengths = Array.from({ length: DAYS * 24 }, (_, last) => {
    return Array.from({ length: 8 }, (_, back) => last - back).filter(isMeasured).length;
  });
  return lengths.filter((hours) => hours >= least).length;
}
