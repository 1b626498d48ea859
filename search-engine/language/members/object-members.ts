import { MAX_FORMAT_LENGTH, MAX_MISSING_LENGTH } from "../../limits.ts";
import { xContentParseException } from "../errors/errors.ts";
import { SearchRejected } from "../errors/rejected.ts";
import { doubleIn } from "../java/java-numbers.ts";
import { isObject, type JsonObject, type JsonValue, locationOfName, locationOfValue } from "../json/json.ts";
import { expectAtMost } from "./bounds.ts";
import {
  type IntegerType,
  integerAt,
  isNumber,
  isScalar,
  notANumber,
  type Scalar,
  scalarText,
  tokenOf,
} from "./options.ts";

/** Members of an object that Elasticsearch reads with its object parser. Refusals carry the member's location. */
export class ObjectMembers {
  readonly kind: string;
  readonly body: JsonObject;

  /** `supported`: names of its members; undefined where the caller checks the names. */
  constructor(kind: string, body: JsonObject, supported: readonly string[] | undefined) {
    this.kind = kind;
    this.body = body;
    if (!supported) return;
    for (const name of body.keys()) {
      if (supported.includes(name)) continue;
      throw xContentParseException(`[${kind}] unknown field [${name}]`, locationOfName(body, name));
    }
  }

  text(member: string): string | undefined {
    const value = this.body.get(member);
    if (value === undefined || typeof value === "string") return value;
    throw this.wrongType(member);
  }

  /** The format of dates or numbers. @throws SearchRejected */
  format(): string | undefined {
    const format = this.text("format");
    expectAtMost(MAX_FORMAT_LENGTH, format?.length ?? 0, "characters", "[format] has");
    return format;
  }

  integer(member: string, type: IntegerType = "int"): number | undefined {
    const value = this.body.get(member);
    if (value === undefined) return undefined;
    if (isNumber(value)) return integerAt(this.body, member, value, type);
    if (typeof value !== "string") throw this.wrongType(member);
    try {
      return integerAt(this.body, member, value, type);
    } catch (error) {
      if (!(error instanceof SearchRejected)) throw error;
      throw this.failed(member, String(error.error["type"]), String(error.error["reason"]));
    }
  }

  number(member: string): number | undefined {
    const value = this.body.get(member);
    if (value === undefined) return undefined;
    if (isNumber(value)) return Number(value);
    if (typeof value !== "string") throw this.wrongType(member);
    const number = doubleIn(value);
    if (number === undefined) throw this.failed(member, "number_format_exception", notANumber(value));
    return number;
  }

  boolean(member: string): boolean | undefined {
    const value = this.body.get(member);
    if (value === undefined || typeof value === "boolean") return value;
    if (value === "true" || value === "false") return value === "true";
    if (typeof value !== "string") throw this.wrongType(member);
    throw this.invalid(member, `Failed to parse value [${value}] as only [true] or [false] are allowed.`);
  }

  object(member: string): JsonObject | undefined {
    const value = this.body.get(member);
    if (value === undefined || isObject(value)) return value;
    throw this.wrongType(member);
  }

  /** A value that the member may have. */
  scalar(member: string, value: JsonValue): Scalar {
    if (isScalar(value)) return value;
    throw this.wrongType(member);
  }

  /** The value of `missing`, which answers may repeat. @throws SearchRejected */
  missingScalar(value: JsonValue): Scalar {
    const missing = this.scalar("missing", value);
    expectAtMost(MAX_MISSING_LENGTH, scalarText(missing).length, "characters", "[missing] has");
    return missing;
  }

  failed(member: string, type: string, reason: string): Error {
    const at = locationOfValue(this.body, member);
    return xContentParseException(`[${this.kind}] failed to parse field [${member}]`, at, { type, reason });
  }

  /** The error for a value of the right type that is invalid. */
  invalid(member: string, reason: string): Error {
    return this.failed(member, "illegal_argument_exception", reason);
  }

  wrongType(member: string): Error {
    const reason = `[${this.kind}] ${member} doesn't support values of type: ${tokenOf(this.body.get(member))}`;
    return xContentParseException(reason, locationOfValue(this.body, member));
  }
}
