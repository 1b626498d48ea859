import { illegalArgument, queryShardException, rejected, type ShardFailure } from "../errors/errors.ts";
import { searchableField } from "../fields.ts";
import { NotAGeometry } from "../geometry/geometry.ts";
import { plainJson } from "../geometry/plain-json.ts";
import { type GeoPoint, parsePoint } from "../geometry/point.ts";
import { isArray, type JsonValue } from "../json/json.ts";
import { isNumber, type Options, tokenOf } from "../members/options.ts";

/** Common members of geo clauses. */
export interface GeoBody {
  readonly field: string;
  /** Whether an unmapped field matches nothing instead of being refused. */
  readonly ignoreUnmapped: boolean;
  readonly boost: number;
}

/** The common members from the settings of a geo clause. @throws SearchRejected, ShardFailure */
export function geoBody(field: string, settings: Options): GeoBody {
  const ignoreUnmapped = settings.boolean("ignore_unmapped") ?? false;
  return { field: searchableField(field), ignoreUnmapped, boost: settings.boost };
}

/** Treatment of coordinates out of range. */
export type Validation = "STRICT" | "COERCE" | "IGNORE_MALFORMED";

/** @throws SearchRejected */
export function validationMethod(text: string | undefined): Validation {
  const method = (text ?? "STRICT").toUpperCase();
  if (method === "STRICT" || method === "COERCE" || method === "IGNORE_MALFORMED") return method;
  throw illegalArgument(`operator needs to be either [COERCE, IGNORE_MALFORMED, STRICT], but not [${text}]`);
}

export const invalidCoordinates = (kind: string, why: string): ShardFailure =>
  queryShardException("couldn't validate latitude/ longitude values", {
    type: "query_validation_exception",
    reason: `Validation Failed: 1: [${kind}] ${why};`,
  });

/** One point. @throws SearchRejected */
export function pointOf(value: JsonValue): GeoPoint {
  return pointsRead(() => parsePoint(plainJson(value), "refused"));
}

/** One point or a list of points, in which two numbers in a row are a point. @throws SearchRejected */
export function pointsOf(value: JsonValue): readonly GeoPoint[] {
  if (!isArray(value)) return [pointOf(value)];
  const points: GeoPoint[] = [];
  for (let at = 0; at < value.length; at++) {
    const given = value[at] ?? null;
    if (isNumber(given)) points.push({ longitude: Number(given), latitude: secondNumber(value, ++at) });
    else points.push(pointOf(given));
  }
  return points;
}

function secondNumber(values: readonly JsonValue[], at: number): number {
  const value = values[at];
  if (isNumber(value)) return Number(value);
  const token = at < values.length ? tokenOf(value) : "END_ARRAY";
  throw rejected("parse_exception", `geo point parsing: expected second number but got [${token}] instead`);
}

function pointsRead<Points>(read: () => Points): Points {
  try {
    return read();
  } catch (error) {
    throw error instanceof NotAGeometry ? rejected("parse_exception", error.message) : error;
  }
}
