import type { Request } from "express";
import type { Culture } from "../../../../contracts/routes/parameter.ts";
import { LANGUAGES, type Language, languageOfCode } from "../../../../contracts/routes/portal/language.ts";
import { decimalsOf, isShort, measuredNumber, powersIn } from "../components/measured-number.ts";
import { en, type Texts } from "../texts/en.ts";
import { no } from "../texts/no.ts";
import { partsOfPath } from "./path.ts";

/** A language of pages: its texts, and how it writes times and numbers. */
export interface Locale {
  readonly language: Language;
  /** The language that the interface's own texts are read in. */
  readonly culture: Culture;
  /** As `lang` of HTML has it. */
  readonly tag: string;
  /** As `Intl` has it. */
  readonly region: string;
  /** The same language if the URL names it. */
  readonly named?: Language;
  /** A path of this host, with the language if the URL names it. */
  readonly href: (path: string) => string;
  readonly texts: Texts;
  /** An instant as people read it, in UTC. */
  readonly time: (instant: string) => string;
  readonly day: (instant: string) => string;
  readonly number: (value: number) => string;
  /** A measured value or a mean, with the decimals that its unit has. */
  readonly measured: (value: number, unit: string) => string;
  /** A size, such as 18.2 MB. */
  readonly bytes: (value: number) => string;
  /** The name of a country by its code of ISO 3166-1, such as DE; another text as it is. */
  readonly country: (code: string) => string;
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte"] as const;

/** Every language of pages. */
export const LOCALES: Readonly<Record<Language, Locale>> = {
  en: localeOf({ language: "en", culture: "en", tag: "en", region: "en-GB", texts: en }),
  no: localeOf({ language: "no", culture: "no", tag: "nb", region: "nb-NO", texts: no }),
};

const CODES = Object.values(LANGUAGES).flat();

/** The language of a page: the one that the URL names, else the client's first that there is, else English. */
export function localeFor(request: Request, asked: Language | undefined): Locale {
  if (asked !== undefined) return { ...LOCALES[asked], named: asked, href: (path) => withLanguage(path, asked) };
  const accepted = request.acceptsLanguages(...CODES);
  return LOCALES[languageOfCode(accepted || "en") ?? "en"];
}

function withLanguage(path: string, language: Language): string {
  const { pathname, searchParams, hash } = partsOfPath(path);
  searchParams.set("lang", language);
  return `${pathname}?${searchParams}${hash}`;
}

function localeOf(language: Pick<Locale, "language" | "culture" | "tag" | "region" | "texts">): Locale {
  const { region } = language;
  const day = { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" } as const;
  const days = new Intl.DateTimeFormat(region, day);
  const times = new Intl.DateTimeFormat(region, {
    ...day,
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  });
  const numbers = new Intl.NumberFormat(region, { maximumFractionDigits: 20 });
  const powers = powersIn(region);
  const measured = new Map<number | undefined, (value: number) => string>();
  const sizes = UNITS.map(
    (unit) => new Intl.NumberFormat(region, { style: "unit", unit, maximumSignificantDigits: 3 }),
  );
  const countries = new Intl.DisplayNames(region, { type: "region" });
  return {
    ...language,
    href: (path) => path,
    time: (instant) => times.format(new Date(instant)),
    day: (instant) => days.format(new Date(instant)),
    number: (value) => (isShort(value) ? numbers : powers).format(value),
    measured: (value, unit) => {
      const decimals = decimalsOf(unit);
      const write = measured.get(decimals) ?? measuredNumber(region, decimals);
      measured.set(decimals, write);
      return write(value);
    },
    bytes: (value) => {
      const power = Math.min(Math.floor(Math.log10(Math.max(value, 1)) / 3), UNITS.length - 1);
      return sizes[power]?.format(value / 1000 ** power) ?? numbers.format(value);
    },
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
  };
}
