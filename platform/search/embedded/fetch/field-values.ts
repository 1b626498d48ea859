import { dateFormat } from "../../language/dates/format.ts";
import { DateProblem } from "../../language/dates/problem.ts";
import { javaDouble } from "../../language/java-numbers.ts";
import type { Field } from "../index/mapping.ts";
import { javaText, sourceValues } from "./source-values.ts";

/** The values of a field as text, as far as they were indexed: what highlighters work on. */
export function textValues(field: Field, source: unknown): string[] {
  return sourceValues(source, sourcePath(field)).flatMap((value) => textOf(field, value) ?? []);
}

/** A sub-field has the values of its parent. */
const sourcePath = ({ name, kind }: Field): string =>
  kind === "keyword" && name.endsWith(".keyword") ? name.slice(0, -".keyword".length) : name;

function textOf(field: Field, value: unknown): string | undefined {
  switch (field.kind) {
    case "text":
      return javaText(value);
    case "keyword": {
      const text = javaText(value);
      return text.length > field.ignoreAbove ? undefined : text;
    }
    case "date":
      return dateText(field, value);
    case "double": {
      const number = numberOf(value);
      return number === undefined ? undefined : javaDouble(number);
    }
    case "boolean":
      return booleanOf(value);
    default:
      return undefined;
  }
}

function dateText({ format }: Field, value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  try {
    const dates = dateFormat(format);
    return dates.print(dates.parse(String(value)));
  } catch (error) {
    if (error instanceof DateProblem) return undefined;
    throw error;
  }
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function booleanOf(value: unknown): "true" | "false" | undefined {
  if (value === true || value === "true") return "true";
  return value === false || value === "false" || value === "" ? "false" : undefined;
}
