import { z } from "zod";
import { printable } from "./printable.ts";

const FORM = /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,127}$/u;

/** Letters that nobody sees, such as Hangul fillers. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** The name of an account that is added, or of the provider that it belongs to. */
export const AccountName = printable(z.string())
  .regex(FORM, "must have 1 to 128 letters, digits, spaces or any of ._@+- and begin with a letter or digit")
  .refine((name) => name.search(UNSEEN) < 0, "must have no letters that are invisible");

/** Small Cyrillic and Greek letters that look like Latin ones, they or their capitals, and below each that Latin letter. */
const FOREIGN = "авсԁеһніјкӏморԛѕтуѵԝхαβεζηικμνορτυχ";
const ALIKE = "abcdehhijklmopqstyvwxabezhikmnoptyx";

const latin = new Map(Array.from(FOREIGN, (letter, index) => [letter, ALIKE[index] ?? letter]));

/**
 * What names have in common that look alike: case, compatibility forms such as full-width ones, letters that nobody sees,
 * the number of spaces, and whether a letter is Latin or Cyrillic or Greek and looks the same, make no difference.
 */
export function likenessOf(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(UNSEEN, "");
  // By upper case first: ß is SS, and there is one small sigma.
  const folded = plain.toUpperCase().toLowerCase().normalize("NFKD");
  const read = Array.from(folded, (letter) => latin.get(letter) ?? letter).join("");
  return read.replace(/\s+/g, " ").trim();
}
