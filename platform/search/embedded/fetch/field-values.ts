import { dateFormat } from "../../language/dates/format.ts";
import { DateProblem } from "../../language/dates/problem.ts";
import { illegalOnShard } from "../../language/errors.ts";
import { parsePoint } from "../../language/geometry/point.ts";
import { javaDouble } from "../../language/java-numbers.ts";
import { asShardFailure } from "../field-values.ts";
import type { Field } from "../index/mapping.ts";
import { javaText, sourceValues, valueAt } from "./source-values.ts";

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

/** Values as JSON texts, and those that could not be indexed. @throws ShardFailure when the format does not suit the field */
export function fetchedTexts(
  field: Field,
  source: unknown,
  format: string | undefined,
): { readonly values: string[]; readonly ignored: string[] } {
  const found = { values: [] as string[], ignored: [] as string[] };
  if (format !== undefined && field.kind !== "date" && !isGeometry(field)) throw noFormat(field);
  const printed = format === undefined ? field.format : format;
  if (isGeometry(field)) {
    const text = field.kind === "geo_point" ? pointText : geoJsonText;
    for (const geometry of geometries(valueAt(source, field.name))) found.values.push(text(geometry));
    return found;
  }
  for (const value of sourceValues(source, sourcePath(field))) {
    const text = field.kind === "date" ? dateText(field, value, printed) : textOf(field, value);
    if (text === undefined) found.ignored.push(JSON.stringify(value));
    else found.values.push(field.kind === "double" || field.kind === "boolean" ? text : JSON.stringify(text));
  }
  return found;
}

const isGeometry = ({ kind }: Field): boolean => kind === "geo_point" || kind === "geo_shape";

function noFormat({ name, kind }: Field): Error {
  const type = kind === "text" ? "" : ` of type [${kind}]`;
  return illegalOnShard(`error fetching [${name}]: Field [${name}]${type} doesn't support formats.`);
}

const geometries = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "object" && each !== null);

/** A point has no height in the index. */
function pointText(value: unknown): string {
  const { longitude, latitude } = parsePoint(value, "ignored");
  return geoJsonText({ coordinates: [longitude, latitude], type: "Point" });
}

/** GeoJSON with its numbers as Elasticsearch writes them. */
function geoJsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(geoJsonText).join(",")}]`;
  if (typeof value === "number") return javaDouble(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${geoJsonText(member)}`)
    .join(",")}}`;
}

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
