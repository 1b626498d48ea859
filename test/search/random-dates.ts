import { dateFormat } from "../../search-engine/language/dates/format.ts";
import { formatNames } from "../../search-engine/language/dates/named.ts";
import { timeZone } from "../../search-engine/language/dates/zone.ts";
import type { Random } from "./corpus.ts";

/** Random formats of dates, and texts in them. */

const patterns = [
  ...["yyyy-MM-dd", "uuuu-MM-dd'T'HH:mm[:ss]", "d MMM yyyy", "EEEE, d MMMM uuuu", "yyyyMMddHHmmssSSS", "yyyy-DDD", "yy/M/d"],
  ...["QQQ yyyy", "G yyyy-MM-dd", "YYYY-'W'ww-e", "uuuu MM W e", "yyyy-MM-dd hh:mm a", "yyyy-MM-dd K B", "yyyy-MM-dd kk"],
  ...["yyyy-MM-dd XXX", "yyyy-MM-dd HH Z", "yyyy-MM-dd O", "yyyy-MM-dd VV", "yyyy[-MM[-dd]]", "g", "yyyy-MM-dd N", "A"],
]; // biome-ignore format: three rows read better

/** A name, a pattern, or several of them. */
export function randomDateFormat(r: Random): string {
  const one = () => (r.chance(0.5) ? r.pick(formatNames) : r.pick(patterns));
  return r.chance(0.15) ? `${one()}||${one()}` : one();
}

/** A format, and a text that is written in it, or nearly so. */
export function randomFormatted(r: Random): { readonly format: string; readonly text: string } {
  const format = randomDateFormat(r);
  const instant = Date.UTC(
    1998,
    r.below(12 * 28),
    1 + r.below(28),
    r.below(24),
    r.below(60),
    r.below(60),
    r.below(1_000),
  );
  const written = dateFormat(format, "root").print(instant, timeZone(r.pick(["Z", "+05:30", "Europe/Berlin"])));
  if (r.chance(0.8)) return { format, text: written };
  const at = r.below(written.length + 1);
  return { format, text: written.slice(0, at) + r.pick(["", "0", "1", "9", "-", "Z"]) + written.slice(at + 1) };
}
