import { DateProblem } from "../dates/problem.ts";
import { timeZone } from "../dates/zone.ts";
import { illegalArgument, xContentParseException } from "../errors/errors.ts";
import { fieldWithValues } from "../fields.ts";
import { isArray, isObject, type JsonObject } from "../json/json.ts";
import { ObjectMembers } from "../members/object-members.ts";
import { scalarText } from "../members/options.ts";
import type { ClauseReader } from "../queries/kind.ts";
import type { Clause } from "../queries/table.ts";
import { VALUE_TYPES, type ValuesBody, type ValueType } from "./values.ts";

/** Members of an aggregation's body. */
export class AggregationMembers extends ObjectMembers {
  /** Name of the aggregation in the body. */
  readonly name: string;
  /** Reads clauses of the body, as in the query. */
  readonly clauses: ClauseReader<Clause>;

  constructor(
    kind: string,
    name: string,
    body: JsonObject,
    supported: readonly string[] | undefined,
    clauses: ClauseReader<Clause>,
  ) {
    super(kind, body, supported);
    this.name = name;
    this.clauses = clauses;
  }

  /**
   * The field to aggregate. There are no scripts, so there must be one. `choices`: the members that Elasticsearch names
   * in its error. @throws SearchRejected, ShardFailure
   */
  field(choices = "field, script"): string {
    const field = this.text("field");
    if (field === undefined) throw illegalArgument(`Required one of fields [${choices}], but none were specified.`);
    return fieldWithValues(field);
  }

  /** Members that `VALUES_OPTIONS` lists. @throws SearchRejected, ShardFailure */
  values(): ValuesBody {
    return {
      missing: this.missing(),
      format: this.format(),
      valueType: this.valueType(),
      field: this.field(),
    };
  }

  valueType(): ValueType | undefined {
    const name = this.text("value_type");
    if (name === undefined) return undefined;
    const type = VALUE_TYPES.get(name);
    if (!type) throw this.invalid("value_type", `Unknown value type [${name}]`);
    return type;
  }

  /** The value of documents without the field. A number is taken as it is, whatever the format of the field. */
  missing(): string | number | undefined {
    const value = this.body.get("missing");
    if (value === undefined) return undefined;
    if (value === null) throw this.invalid("missing", `[missing] must not be null: [${this.name}]`);
    return typeof value === "number" ? value : scalarText(this.missingScalar(value));
  }

  /** The id of a known time zone. @throws SearchRejected */
  timeZone(): string | undefined {
    const given = this.body.get("time_zone");
    if (given === undefined) return undefined;
    try {
      return timeZone(String(this.scalar("time_zone", given))).id;
    } catch (error) {
      throw error instanceof DateProblem ? this.failed("time_zone", error.type, error.message) : error;
    }
  }

  /** A list of objects, or one. @throws SearchRejected */
  objects(member: string): readonly JsonObject[] {
    const value = this.body.get(member) ?? [];
    const list = isArray(value) ? value : [value];
    const objects = list.filter(isObject);
    if (objects.length < list.length) throw this.wrongType(member);
    return objects;
  }

  /** The error for members that are valid alone but not together. */
  failedToBuild(reason: string): Error {
    const cause = { type: "illegal_argument_exception", reason };
    return xContentParseException(`Failed to build [${this.kind}] after last required field arrived`, undefined, cause);
  }

  /** @throws SearchRejected when one of the members is absent */
  require(...names: readonly string[]): void {
    const absent = names.filter((name) => !this.body.has(name));
    if (absent.length > 0) throw illegalArgument(`Required [${absent.join(", ")}]`);
  }

  minDocCount(): number | undefined {
    return this.notNegative("min_doc_count", "minDocCount");
  }

  /** `spelling`: Elasticsearch's name of the member in its message. */
  notNegative(member: string, spelling: string): number | undefined {
    const number = this.integer(member, "long");
    if (number === undefined || number >= 0) return number;
    const reason = `[${spelling}] must be greater than or equal to 0. Found [${number}] in [${this.name}]`;
    throw this.invalid(member, reason);
  }
}
