import type { Field } from "../index/mapping.ts";
import { dateFormat } from "../language/dates/format.ts";
import { DateProblem } from "../language/dates/problem.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import { javaDouble } from "../language/java/java-numbers.ts";
import { asShardFailure } from "../query/request-values.ts";
import type { Work } from "../work/work.ts";
import { geometryFormat, pointText, shapeText } from "./geometry-texts.ts";
import { isSourceObject, javaText, type ParsedSource, sourceValues, valueAt } from "./source-values.ts";

/** The indexed values of a field as texts, for highlighting. */
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

/** Writes the values of a field in a source as JSON texts, separately for those that could not be indexed. */
export type WriteValues = (
  source: unknown,
  work: Work,
) => { readonly values: readonly string[]; readonly ignored: readonly string[] };

/** @throws ShardFailure when the format does not suit the field */
export function valueWriter(field: Field, format: string | undefined): WriteValues {
  if (field.kind === "geo_point" || field.kind === "geo_shape") return geometryWriter(field, format);
  if (field.kind === "date") dateFormat(format ?? field.format);
  else if (format !== undefined) throw noFormat(field);
  return (source) => {
    const values: string[] = [];
    const ignored: string[] = [];
    for (const value of sourceValues(source, sourcePath(field))) {
      const text = field.kind === "date" ? dateText(field, value, format) : textOf(field, value);
      if (text === undefined) ignored.push(JSON.stringify(value));
      else values.push(field.kind === "double" || field.kind === "boolean" ? text : JSON.stringify(text));
    }
    return { values, ignored };
  };
}

function geometryWriter(field: Field, asked: string | undefined): WriteValues {
  const format = geometryFormat(asked);
  if (!format) throw illegalOnShard(`Unrecognized geometry format [${asked}].`);
  return (source, work) => ({
    values: geometries(valueAt(source, field.name)).flatMap(
      (value) => (field.kind === "geo_point" ? pointText(value, format) : shapeText(value, format, work)) ?? [],
    ),
    ignored: [],
  });
}

function noFormat({ name, kind }: Field): Error {
  const type = kind === "text" ? "" : ` of type [${kind}]`;
  return illegalOnShard(`Field [${name}]${type} doesn't support formats.`);
}

const geometries = (value: unknown): ParsedSource[] => (Array.isArray(value) ? value : [value]).filter(isSourceObject);

function dateText({ format }: Field, value: unknown, printed = format): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  try {
    return printer(printed).print(dateFormat(format).parse(String(value)));
  } catch (error) {
    if (error instanceof DateProblem) return undefined;
    throw error;
  }
}

const printer = (format: string) => asShardFailure(() => dateFormat(format));

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function booleanOf(value: unknown): "true" | "false" | undefined {
  if (value === true || value === "true") return "true";
  return value === false || value === "false" || value === "" ? "false" : undefined;
}
