import { type ErrorMembers, within, xContentParseException } from "../errors/errors.ts";
import { doubleIn } from "../java/java-numbers.ts";
import { type JsonObject, type Location, locationOfEnd, locationOfName, locationOfValue } from "../json/json.ts";
import { isNumber, tokenOf } from "../members/options.ts";
import type { AggregationMembers } from "./members.ts";

/** Bounds of a histogram's buckets: numbers, or texts in the field's format. Undefined leaves a side open. */
export interface Bounds {
  readonly min: number | string | undefined;
  readonly max: number | string | undefined;
}

/** Bounds of a histogram of numbers. */
export interface NumberBounds {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** As Elasticsearch writes them in its messages; `open`: an open side. */
export const boundsText = ({ min, max }: Bounds, print: (value: number) => string = String, open = ""): string => {
  const side = (value: number | string | undefined) => (typeof value === "number" ? print(value) : (value ?? open));
  return `[${side(min)}--${side(max)}]`;
};

type Member = "extended_bounds" | "hard_bounds";

/** Reads bounds of dates. @throws SearchRejected */
export function readDateBounds(members: AggregationMembers, member: Member): Bounds | undefined {
  const value = members.object(member);
  return value && new BoundsReader(members, member, value, "bounds").read();
}

/** Reads bounds of numbers. @throws SearchRejected */
export function readNumberBounds(members: AggregationMembers, member: Member): NumberBounds | undefined {
  const value = members.object(member);
  return value && new BoundsReader(members, member, value, "double_bounds").numbers();
}

class BoundsReader {
  readonly #members: AggregationMembers;
  readonly #member: Member;
  readonly #value: JsonObject;
  /** Elasticsearch's name of the parser. */
  readonly #parser: string;

  constructor(members: AggregationMembers, member: Member, value: JsonObject, parser: string) {
    this.#members = members;
    this.#member = member;
    this.#value = value;
    this.#parser = parser;
    for (const name of value.keys()) {
      if (name === "min" || name === "max") continue;
      throw this.#refused(`unknown field [${name}]`, locationOfName(value, name), locationOfValue(value, name));
    }
  }

  read(): Bounds {
    const side = (name: "min" | "max") => {
      const value = this.#side(name);
      if (typeof value !== "number" || Number.isInteger(value)) return value;
      throw this.#unread(name, "illegal_argument_exception", `${value} cannot be converted to Long without data loss`);
    };
    return { min: side("min"), max: side("max") };
  }

  numbers(): NumberBounds {
    const side = (name: "min" | "max") => {
      const value = this.#side(name);
      if (typeof value !== "string") return value;
      const number = doubleIn(value);
      if (number !== undefined) return number;
      throw this.#unread(name, "number_format_exception", `For input string: "${value}"`);
    };
    const [min, max] = [side("min"), side("max")];
    if (min === undefined || max === undefined || min <= max) return { min, max };
    const cause = xContentParseException(`Failed to build [${this.#parser}] after last required field arrived`);
    throw this.#within(cause, locationOfEnd(this.#value));
  }

  #side(name: "min" | "max"): number | string | undefined {
    const value = this.#value.get(name);
    if (value === undefined || value === null) return undefined;
    if (typeof value === "string") return value;
    if (isNumber(value)) return Number(value);
    const at = locationOfValue(this.#value, name);
    throw this.#refused(`${name} doesn't support values of type: ${tokenOf(value)}`, at);
  }

  #unread(name: string, type: string, reason: string): Error {
    return this.#refused(`failed to parse field [${name}]`, locationOfValue(this.#value, name), undefined, {
      type,
      reason,
    });
  }

  #refused(reason: string, at?: Location, whole = at, causedBy?: ErrorMembers): Error {
    return this.#within(xContentParseException(`[${this.#parser}] ${reason}`, at, causedBy), whole);
  }

  #within(cause: ReturnType<typeof xContentParseException>, at?: Location): Error {
    const reason = `[${this.#members.kind}] failed to parse field [${this.#member}]`;
    return within(cause, "x_content_parse_exception", reason, at);
  }
}
