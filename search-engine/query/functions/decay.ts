import { f64, u32 } from "../../bytes/arrays.ts";
import { arcDistance } from "../../geo/distance.ts";
import type { Field } from "../../index/mapping.ts";
import type { SegmentReader } from "../../index/segment.ts";
import { failedToCreateQuery, queryShardException, ShardFailure } from "../../language/errors/errors.ts";
import { parseDistance } from "../../language/geometry/distance-units.ts";
import { doubleIn } from "../../language/java/java-numbers.ts";
import type { JsonValue } from "../../language/json/json.ts";
import { isScalar, notANumber, type Scalar, scalarText, tokenOf } from "../../language/members/options.ts";
import type { Decay } from "../../language/queries/functions/function.ts";
import { misused, originPoint } from "../../language/queries/functions/read.ts";
import { instantOf } from "../field-terms.ts";
import type { CompileContext } from "../kind.ts";
import { picker } from "../multi-value-mode.ts";
import type { NumberOfDocument } from "../nodes/function-score.ts";
import { durationOf } from "./duration.ts";
import { noValues } from "./fielddata.ts";

/** Distances of values [from, to) from the origin, and the shape of the curve. */
interface Fall {
  readonly distance: (segment: SegmentReader) => DistancesOfDocuments | undefined;
  readonly scale: number;
  readonly offset: number;
  readonly decay: number;
}

interface DistancesOfDocuments {
  readonly offsets: Uint32Array | undefined;
  /** NaN where there is no value. */
  readonly at: (place: number) => number;
}

/** A number that falls with the distance of a document's value from an origin; 1 without a value. @throws ShardFailure */
export function decay(score: Decay, context: CompileContext): (segment: SegmentReader) => NumberOfDocument {
  const { distance, offset, ...fall } = fallOf(score, context);
  const curve = checkedCurve(score.kind, { ...fall, offset });
  const pick = picker(score.mode, false);
  return (segment) => {
    const found = distance(segment);
    if (!found) return () => curve(0);
    const beyond = (place: number) => Math.max(0, found.at(place) - offset);
    const { offsets } = found;
    if (!offsets) {
      return (doc) => {
        const value = beyond(doc);
        return curve(Number.isNaN(value) ? 0 : value);
      };
    }
    return (doc) => {
      const [from, to] = [u32(offsets, doc), u32(offsets, doc + 1)];
      if (from === to) return curve(0);
      if (to === from + 1) return curve(beyond(from));
      context.work.spend(to - from);
      const distances = Float64Array.from({ length: to - from }, (_, index) => beyond(from + index)).sort();
      return curve(pick(distances, 0, distances.length));
    };
  };
}

function fallOf(score: Decay, context: CompileContext): Fall {
  const field = context.field(score.field);
  if (!field) throw new ShardFailure("parsing_exception", `unknown field [${score.field}]`, { line: 1, col: 0 });
  const parameters = new Parameters(score.parameters);
  switch (field.kind) {
    case "date":
      return dateFall(field, parameters, context);
    case "geo_point":
      return pointFall(field, parameters);
    default:
      return numberFall(field, parameters, context);
  }
}

/** The parameters of a function, read according to the type of the field. */
class Parameters {
  readonly #members: ReadonlyMap<string, JsonValue>;
  constructor(members: ReadonlyMap<string, JsonValue>) {
    this.#members = members;
  }

  get(name: string): JsonValue | undefined {
    return this.#members.get(name);
  }

  text(name: string): string | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (isScalar(value)) return scalarText(value);
    throw failedToCreateQuery("illegal_state_exception", `Can't get text on a ${tokenOf(value)}`);
  }

  number(name: string): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (!isScalar(value) || typeof value === "boolean") {
      const reason = `[${name}] is not numeric, can not use numeric value accessors`;
      throw failedToCreateQuery("x_content_parse_exception", reason);
    }
    return numberIn(value);
  }

  get decay(): number {
    return this.number("decay") ?? 0.5;
  }
}

function numberIn(value: Scalar): number {
  const text = scalarText(value);
  const number = doubleIn(text);
  if (number === undefined) throw failedToCreateQuery("number_format_exception", notANumber(text));
  return number;
}

function numberFall(field: Field, parameters: Parameters, { index }: CompileContext): Fall {
  const [origin, scale] = [parameters.number("origin"), parameters.number("scale")];
  const [decay, offset] = [parameters.decay, parameters.number("offset") ?? 0];
  if (origin === undefined || scale === undefined) {
    throw misused("both [scale] and [origin] must be set for numeric fields.");
  }
  if (field.kind === "keyword") {
    const reason = `field [${field.name}] is of type [${field.kind}], but only numeric types are supported.`;
    throw failedToCreateQuery("illegal_argument_exception", reason);
  }
  if (field.kind !== "double" && field.kind !== "boolean") throw noValues(field, index.indexName);
  return { distance: fromNumber(field.name, origin), scale, offset, decay };
}

function dateFall(field: Field, parameters: Parameters, context: CompileContext): Fall {
  const origin = parameters.text("origin");
  const [scale, offset] = [parameters.text("scale"), parameters.text("offset")];
  const { decay } = parameters;
  const instant = origin === undefined ? context.now : dateOrigin(field, origin, context);
  if (scale === undefined) throw misused("[scale] must be set for date fields.");
  return {
    distance: fromNumber(field.name, instant),
    scale: durationOf(scale, "scale"),
    offset: offset === undefined ? 0 : durationOf(offset, "offset"),
    decay,
  };
}

function dateOrigin(field: Field, origin: string, context: CompileContext): number {
  try {
    return instantOf(field, origin, context, { roundUp: false });
  } catch (error) {
    if (!(error instanceof ShardFailure)) throw error;
    const cause = { type: error.type, reason: error.message, ...(error.causedBy && { caused_by: error.causedBy }) };
    throw queryShardException(`failed to create query: ${error.message}`, cause);
  }
}

const fromNumber =
  (name: string, origin: number): Fall["distance"] =>
  (segment) => {
    const numbers = segment.numbers(name);
    if (!numbers) return undefined;
    const { values, offsets } = numbers;
    return { offsets, at: (place) => Math.abs(f64(values, place) - origin) };
  };

function pointFall({ name }: Field, parameters: Parameters): Fall {
  const [given, scale] = [parameters.get("origin"), parameters.text("scale")];
  const { decay } = parameters;
  const origin = given === undefined ? { latitude: 0, longitude: 0 } : originPoint(given);
  if (scale === undefined) throw misused("[origin] and [scale] must be set for geo fields.");
  const offset = parameters.text("offset") ?? "0km";
  const distance: Fall["distance"] = (segment) => {
    const points = segment.points(name);
    if (!points) return undefined;
    const { offsets, latitudes, longitudes } = points;
    const { latitude, longitude } = origin;
    return { offsets, at: (place) => arcDistance(latitude, longitude, f64(latitudes, place), f64(longitudes, place)) };
  };
  return { distance, scale: metres(scale), offset: metres(offset), decay };
}

function metres(text: string): number {
  const distance = parseDistance(text, 1);
  if (distance !== undefined) return distance;
  const number = text.replace(/(?:in|inch|yd|yards|ft|feet|km|kilometers|NM|nmi|nauticalmiles|mm|cm|mi|miles|m)$/, "");
  throw failedToCreateQuery("number_format_exception", `For input string: "${number}"`);
}

/** @throws ShardFailure when a parameter is out of range */
function checkedCurve(kind: Decay["kind"], { scale, offset, decay }: Omit<Fall, "distance">): (at: number) => number {
  const refuse = (reason: string) => failedToCreateQuery("illegal_argument_exception", `function_score : ${reason}`);
  if (scale <= 0) throw refuse("scale must be > 0.0.");
  if (decay <= 0 || decay >= 1) throw refuse("decay must be in the range [0..1].");
  if (offset < 0) throw refuse("offset must be > 0.0");
  switch (kind) {
    case "gauss": {
      const width = (0.5 * scale ** 2) / Math.log(decay);
      return (at) => Math.exp((0.5 * at ** 2) / width);
    }
    case "exp": {
      const rate = Math.log(decay) / scale;
      return (at) => Math.exp(rate * at);
    }
    case "linear": {
      const end = scale / (1 - decay);
      return (at) => Math.max(0, (end - at) / end);
    }
  }
}
