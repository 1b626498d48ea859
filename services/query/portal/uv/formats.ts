import type { Locale } from "../frame/language.ts";

/** A formatter a language, made when it is first needed: making one takes longer than using it for a page. */
function perRegion<Format>(make: (region: string) => Format): (locale: Locale) => Format {
  const made = new Map<string, Format>();
  return ({ region }) => {
    const format = made.get(region) ?? make(region);
    made.set(region, format);
    return format;
  };
}

/** An index is shown with so many. */
export const INDEX_DECIMALS = 1;

const indices = perRegion(
  (region) =>
    new Intl.NumberFormat(region, { minimumFractionDigits: INDEX_DECIMALS, maximumFractionDigits: INDEX_DECIMALS }),
);
const twoDecimals = perRegion((region) => new Intl.NumberFormat(region, { maximumFractionDigits: 2 }));
const percent = perRegion((region) => new Intl.NumberFormat(region, { style: "percent", maximumFractionDigits: 0 }));

/** An index as people read it. */
export const indexText = (index: number, locale: Locale): string => indices(locale).format(index);

/** Degrees to a hundredth. */
export const degreesText = (degrees: number, locale: Locale): string => `${twoDecimals(locale).format(degrees)}°`;

/** A share as a whole percentage. */
export const percentText = (share: number, locale: Locale): string => percent(locale).format(share);
