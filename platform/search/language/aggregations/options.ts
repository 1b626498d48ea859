import { illegalArgument, xContentParseException } from "../errors.ts";
import { fieldWithValues } from "../fields.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfValue } from "../json.ts";
import { tokenOf } from "../options.ts";

/** Members of an aggregation's body, read by name; refusals carry the member's place. */
export class AggregationOptions {
  readonly kind: string;
  readonly name: string;
  readonly body: JsonObject;

  constructor(kind: string, name: string, body: JsonObject) {
    this.kind = kind;
    this.name = name;
    this.body = body;
  }

  /** The field to aggregate. There are no scripts, so there must be one. @throws SearchRejected, ShardFailure */
  field(): string {
    const field = this.text("field");
    if (field === undefined) throw illegalArgument("Required one of fields [field, script], but none were specified.");
    return fieldWithValues(field);
  }

  text(member: string): string | undefined {
    const value = this.body.get(member);
    if (value === undefined || typeof value === "string") return value;
    throw this.wrongType(member);
  }

  integer(member: string): number | undefined {
    const value = this.body.get(member);
    if (value === undefined) return undefined;
    const number = typeof value === "number" || typeof value === "string" ? Math.trunc(Number(value)) : Number.NaN;
    if (Number.isNaN(number)) {
      if (typeof value !== "string") throw this.wrongType(member);
      throw this.failed(member, "number_format_exception", `For input string: "${value}"`);
    }
    return number;
  }

  boolean(member: string): boolean | undefined {
    const value = this.body.get(member);
    if (value === undefined || typeof value === "boolean") return value;
    if (value === "true" || value === "false") return value === "true";
    throw this.wrongType(member);
  }

  object(member: string): JsonObject | undefined {
    const value = this.body.get(member);
    if (value === undefined || isObject(value)) return value;
    throw this.wrongType(member);
  }

  /** What documents without the field count as. */
  missing(): string | undefined {
    const value = this.body.get("missing");
    if (value === undefined) return undefined;
    if (value === null)
      throw this.failed("missing", "illegal_argument_exception", `[missing] must not be null: [${this.name}]`);
    return this.scalar("missing", value);
  }

  scalar(member: string, value: JsonValue): string {
    if (value === null || isArray(value) || isObject(value)) throw this.wrongType(member);
    return String(value);
  }

  minDocCount(): number | undefined {
    const count = this.integer("min_doc_count");
    if (count !== undefined && count < 0) {
      const reason = `[minDocCount] must be greater than or equal to 0. Found [${count}] in [${this.name}]`;
      throw this.failed("min_doc_count", "illegal_argument_exception", reason);
    }
    return count;
  }

  failed(member: string, type: string, reason: string): Error {
    const at = locationOfValue(this.body, member);
    return xContentParseException(`[${this.kind}] failed to parse field [${member}]`, at, { type, reason });
  }

  wrongType(member: string): Error {
    const reason = `[${this.kind}] ${member} doesn't support values of type: ${tokenOf(this.body.get(member))}`;
    return xContentParseException(reason, locationOfValue(this.body, member));
  }
}
