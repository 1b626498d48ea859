import { isolated, shortened } from "../../dataset/text.ts";
import type { Texts } from "../texts/en.ts";
import type { Path } from "./differences.ts";

const MAX_NAME_LENGTH = 40;
/** Characters after which no further step is named. */
const MAX_LENGTH = 120;

/** A part of a record in words, such as "Variables 2 › Instrument 1 › Manufacturer". Items are counted from 1. */
export function pathInWords(path: Path, members: Texts["members"]): string {
  const labels: Readonly<Record<string, string>> = members;
  let words = "";
  for (const step of path) {
    if (words.length > MAX_LENGTH) return `${words}…`;
    if (typeof step === "number") words += ` ${step + 1}`;
    else words += `${words === "" ? "" : " › "}${Object.hasOwn(labels, step) ? labels[step] : nameOf(step)}`;
  }
  return words;
}

/** The member's own name, whose direction does not reach what stands beside it. */
const nameOf = (step: string): string => isolated(shortened(step, MAX_NAME_LENGTH));
