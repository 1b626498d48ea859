import { failedToCreateQuery } from "../../language/errors/errors.ts";

const UNITS: ReadonlyMap<string, number> = new Map([
  ["nanos", 1e-6],
  ["micros", 1e-3],
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** Milliseconds of `10d`. `member`: the parameter that has it. @throws ShardFailure */
export function durationOf(text: string, member: string): number {
  const normalised = text.toLowerCase().trim();
  if (normalised === "0" || normalised === "-1") return Number(normalised);
  const [, count = "", name = ""] = /^(.*?)(nanos|micros|ms|s|m|h|d)$/.exec(normalised) ?? [];
  const unit = UNITS.get(name);
  const refuse = (why: string) => {
    const reason = `failed to parse setting [DecayFunctionParser.${member}] with value [${text}] as a time value${why}`;
    return failedToCreateQuery("illegal_argument_exception", reason);
  };
  if (unit === undefined) throw refuse(": unit is missing or unrecognized");
  if (/^-\d+$/.test(count)) throw refuse(": negative durations are not supported");
  if (!/^\+?\d+$/.test(count)) {
    const why = /^\d*\.\d+$/.test(count) ? ", fractional time values are not supported" : "";
    throw failedToCreateQuery("illegal_argument_exception", `failed to parse [${text}]${why}`);
  }
  return Math.trunc(Number(count) * unit);
}
