import { shortened } from "../../dataset/text.ts";
import type { Texts } from "../texts/en.ts";
import type { Path } from "./differences.ts";

const MAX_NAME_LENGTH = 40;
const MAX_LENGTH = 120;

/** A part of a record in words, such as "Variables 2 › Instrument 1 › Manufacturer". Items are counted from 1. */
export function pathInWords(path: Path, members: Texts["members"]): string {
  const labels: Readonly<Record<string, string>> = members;
  let words = "";
  for (const step of path) {
    if (typeof step === "number") words += ` ${step + 1}`;
    else words += `${words === "" ? "" : " › "}${Object.hasOwn(labels, step) ? labels[step] : nameOf(step)}`;
  }
  return shortened(words, MAX_LENGTH);
}

/** The member's own name, whose direction does not reach what stands beside it. */
const nameOf = (step: string): string => `\u2068${shortened(step, MAX_NAME_LENGTH)}\u2069`;
