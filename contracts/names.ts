import { FORMATS } from "./formats.ts";
import { printable } from "./printable.ts";
import { foldName, Key, Name } from "./text.ts";

/** Rules for new names. Stored names may break them; they stay readable and may be kept. */

/** Separates the names of a filter. */
export const NAME_SEPARATOR = ";";
/** Stands for every station in place of a station's name; in folded form. */
export const ALL_STATIONS = "all";

export const NewName = printable(Name);
export const NewKey = printable(Key);

/** A name that filters can select by. */
export const NewFilterName = NewName.refine((name) => !name.includes(NAME_SEPARATOR), {
  message: `must not contain ${NAME_SEPARATOR}, which separates the names of a filter`,
});

const suffix = new RegExp(`\\.(?:${Object.keys(FORMATS).join("|")})$`, "i");

/** A station's name, which can also stand in a path. */
export const NewStationName = NewFilterName.refine((name) => foldName(name) !== ALL_STATIONS, {
  message: `must not be ${ALL_STATIONS}, which means every station in a path`,
}).refine((name) => !suffix.test(name), {
  error: ({ input }) =>
    `must not end with ${suffix.exec(String(input))?.[0]}, which asks for a form of the answer in a path`,
});
