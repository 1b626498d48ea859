import { FORMATS } from "./formats.ts";
import { printable } from "./printable.ts";
import { foldName, Key, Name } from "./text.ts";

/** Names as they may be given anew. What is stored already may break these rules: it stays readable and may be kept. */

/** Separates the names of a filter. */
export const NAME_SEPARATOR = ";";
/** In place of a station's name, folded: every station. */
export const ALL_STATIONS = "all";

export const NewName = printable(Name);
export const NewKey = printable(Key);

/** A name that filters ask for. */
export const NewFilterName = NewName.refine((name) => !name.includes(NAME_SEPARATOR), {
  message: `must not contain ${NAME_SEPARATOR}, which separates the names of a filter`,
});

const suffix = new RegExp(`\\.(?:${Object.keys(FORMATS).join("|")})$`, "i");

/** A station's name, which paths ask for, too. */
export const NewStationName = NewFilterName.refine((name) => foldName(name) !== ALL_STATIONS, {
  message: `must not be ${ALL_STATIONS}, which means every station in a path`,
}).refine((name) => !suffix.test(name), {
  error: ({ input }) =>
    `must not end with ${suffix.exec(String(input))?.[0]}, which asks for a form of the answer in a path`,
});
