import { z } from "zod";
import type { ChangeEvent } from "../../contracts/changes.ts";
import type { Measured } from "../measured-tables.ts";

const Values = z.object({
  timeseries: z.number(),
  from: z.string(),
  to: z.string(),
  values: z.array(
    z.looseObject({
      fromTime: z.string(),
      value: z.number(),
      isValid: z.boolean().optional(),
      qualityControlled: z.boolean(),
    }),
  ),
});

/** A thing in a copy. */
export const thingKey = (kind: string, subject: string | number): string => `${kind} ${subject}`;

/** A value in a copy; `from`: where it begins, seconds since 1970. */
export const valueKey = (series: string | number, from: number | ""): string => `value ${series} ${from}`;

/** What somebody holds who applies changes with their contents: each thing, and each value. */
export class Copy {
  readonly held = new Map<string, unknown>();

  apply({ type, subject, data }: z.infer<typeof ChangeEvent>): void {
    const [, kind = "", state] = type.split(".");
    if (kind === "observations") {
      this.#replaceValues(Values.parse(data));
    } else if (state === "deleted") {
      this.held.delete(thingKey(kind, subject));
      if (kind === "timeseries") this.#removeValues(subject, () => true);
    } else {
      this.held.set(thingKey(kind, subject), data);
    }
  }

  #replaceValues({ timeseries, from, to, values }: z.infer<typeof Values>): void {
    const [first, end] = [secondsOf(from), secondsOf(to)];
    this.#removeValues(timeseries, (begin) => begin >= first && begin < end);
    for (const { fromTime, value, isValid = true, qualityControlled: controlled } of values) {
      const measured: Measured = { value, valid: isValid, controlled };
      this.held.set(valueKey(timeseries, secondsOf(fromTime)), measured);
    }
  }

  #removeValues(series: string | number, isGone: (from: number) => boolean): void {
    const prefix = valueKey(series, "");
    for (const key of this.held.keys())
      if (key.startsWith(prefix) && isGone(Number(key.slice(prefix.length)))) this.held.delete(key);
  }
}

const secondsOf = (time: string): number => Date.parse(time) / 1000;
