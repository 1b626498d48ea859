import { z } from "zod";
import { printable } from "./printable.ts";

const FORM = /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,127}$/u;

/** Invisible letters, such as Hangul fillers. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** The name of an account that is added, or of the provider that it belongs to; it becomes composed (NFC). */
export const AccountName = printable(z.string().normalize("NFC"))
  .regex(FORM, "must have 1 to 128 letters, digits, spaces or any of ._@+- and begin with a letter or digit")
  .refine((name) => name.search(UNSEEN) < 0, "must have no letters that are invisible");

/**
 * Small letters that look like a Latin one in small or capital form: Cyrillic, Greek, Armenian, and those of phonetics. Each
 * one's Latin letter stands below it.
 */
const FOREIGN = "авсԁеһніјкӏморԛѕтуѵԝхαβγεζηικμνορστυχհյոսցօզɑɡɩᴄᴏᴜᴠᴡᴢꜱ";
const ALIKE = "abcdehhijklmopqstyvwxabyezhikmnopotyxhjnugoqagicouvwzs";

/** The lunate sigma, which looks like c. Its compatibility form is another letter. */
const LUNATE = /[ϲϹ]/g;

const latin = new Map(Array.from(FOREIGN, (letter, index) => [letter, ALIKE[index] ?? letter]));

/**
 * The form in which names that look alike are equal: case, compatibility forms such as full-width letters, invisible letters
 * and the number of spaces make no difference, nor do Cyrillic and Greek letters that look like Latin ones.
 */
export function likenessOf(name: string): string {
  const plain = name.replaceAll(LUNATE, "c").normalize("NFKD").replaceAll(UNSEEN, "");
  // Upper case first: it turns ß into SS, and both small sigmas into one.
  const folded = plain.toUpperCase().toLowerCase().normalize("NFKD");
  const read = Array.from(folded, (letter) => latin.get(letter) ?? letter).join("");
  return read.replace(/\s+/g, " ").trim();
}
