import { z } from "zod";
import { keysOf } from "../../keys.ts";
import { inQuery, ParameterError, type ParameterType } from "../parameter.ts";

/** The languages of pages, with the codes (ISO 639) that clients accept them by. */
export const LANGUAGES = { en: ["en"], no: ["nb", "nn", "no"] } as const satisfies Readonly<
  Record<string, readonly string[]>
>;

export type Language = keyof typeof LANGUAGES;

const NAMES = keysOf(LANGUAGES);

/** The language of a code; undefined where no page is in it. */
export function languageOfCode(code: string): Language | undefined {
  return NAMES.find((name) => LANGUAGES[name].some((each) => each === code));
}

/** A language, or a language and a country. */
export const language: ParameterType<Language> = {
  schema: z.enum(NAMES),
  read: (value) => {
    const [code = ""] = value.toLowerCase().split(/[-_]/, 1);
    const found = languageOfCode(code);
    if (!found) throw new ParameterError(`must be ${NAMES.join(" or ")}`);
    return found;
  },
};

export const LANGUAGE_OF_PAGE = "The language of the page; else that of `Accept-Language`, else English.";

/** The parameter of pages. */
export const lang = inQuery(language, LANGUAGE_OF_PAGE);
