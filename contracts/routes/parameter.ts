import { z } from "zod";
import { DateTime, isDateTime, toInstant } from "../date-time.ts";

/** A parameter's text does not fit. The message says what it must be, and follows the parameter's name. */
export class ParameterError extends Error {
  override readonly name = "ParameterError";
}

/** The type of a parameter: its schema in the description, and how the text of a request is read. */
export interface ParameterType<Value> {
  readonly schema: z.ZodType;
  /** @throws ParameterError */
  readonly read: (text: string) => Value;
}

interface ParameterOptions {
  readonly example?: unknown;
  /** The name in the description, where it is not the one that errors and code use. */
  readonly documentedAs?: string;
  /** Other names that requests may use; only where the route's names are `lenient`. */
  readonly aliases?: readonly string[];
}

/** One parameter of a route: its place, its description, and how it is read. */
export interface Parameter<Value = unknown> extends ParameterOptions {
  readonly in: "path" | "query";
  readonly description: string;
  readonly schema: z.ZodType;
  readonly required: boolean;
  /** Reads the texts that were sent under the parameter's name, in the order sent. @throws ParameterError */
  readonly read: (texts: readonly string[]) => Value;
}

/** Parameters by name. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** What `run` gets of a route's parameters. */
export type ParameterValues<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer Value> ? Value : never;
};

/** A parameter of the path. */
export function inPath<Value>(type: ParameterType<Value>, description: string, example?: unknown): Parameter<Value> {
  return { in: "path", description, ...requiredOnce(type), ...(example !== undefined && { example }) };
}

/** An optional parameter of the query. */
export function inQuery<Value>(
  type: ParameterType<Value>,
  description: string,
  options: ParameterOptions = {},
): Parameter<Value | undefined> {
  const read = (texts: readonly string[]) => single(type, texts);
  return { in: "query", description, schema: type.schema, required: false, read, ...options };
}

/** An optional parameter of the query that forms send blank where nothing was entered. */
export function inForm<Value>(
  type: ParameterType<Value>,
  description: string,
  options: ParameterOptions = {},
): Parameter<Value | undefined> {
  const read = (texts: readonly string[]) => single(type, notBlank(texts));
  return { in: "query", description, schema: type.schema, required: false, read, ...options };
}

/** The same with a default. */
export function inFormOr<Value>(
  absent: Value,
  type: ParameterType<Value>,
  description: string,
  options: ParameterOptions = {},
): Parameter<Value> {
  const read = (texts: readonly string[]) => single(type, notBlank(texts)) ?? absent;
  return { in: "query", description, schema: type.schema, required: false, read, ...options };
}

interface ListLimits {
  readonly values: number;
  /** Of a value, in UTF-16 units. */
  readonly length: number;
}

/** Any number of different texts up to a limit, by repeating the parameter; blank ones don't count. */
export function textsInQuery(
  limits: ListLimits,
  description: string,
  options: ParameterOptions = {},
): Parameter<readonly string[]> {
  const schema = z.array(z.string().min(1).max(limits.length)).max(limits.values);
  const read = (texts: readonly string[]) => {
    const values = [...new Set(notBlank(texts))];
    if (values.length > limits.values) throw new ParameterError(`must have at most ${limits.values} values`);
    if (values.some((value) => value.length > limits.length)) {
      throw new ParameterError(`must have values of at most ${limits.length} characters`);
    }
    return values;
  };
  return { in: "query", description, schema, required: false, read, ...options };
}

/** A parameter of the query with a default. */
export function inQueryOr<Value>(
  absent: Value,
  type: ParameterType<Value>,
  description: string,
  options: ParameterOptions = {},
): Parameter<Value> {
  const read = (texts: readonly string[]) => single(type, texts) ?? absent;
  return { in: "query", description, schema: type.schema, required: false, read, ...options };
}

/** A required parameter of the query. */
export function requiredInQuery<Value>(
  type: ParameterType<Value>,
  description: string,
  options: ParameterOptions = {},
): Parameter<Value> {
  return { in: "query", description, ...requiredOnce(type), ...options };
}

/** A parameter that must be in the query at least once; blank values don't count. */
export function listInQuery(description: string, options: ParameterOptions = {}): Parameter<readonly string[]> {
  const schema = z.array(z.string().min(1)).min(1);
  const read = (texts: readonly string[]) => {
    const values = notBlank(texts);
    if (values.length === 0) throw new ParameterError("is required");
    return values;
  };
  return { in: "query", description, schema, required: true, read, ...options };
}

const notBlank = (texts: readonly string[]): readonly string[] => texts.filter((text) => text.trim() !== "");

function requiredOnce<Value>(type: ParameterType<Value>) {
  const read = (texts: readonly string[]): Value => {
    const [text] = texts;
    if (text === undefined) throw new ParameterError("is required");
    requireOne(texts);
    return type.read(text);
  };
  return { schema: type.schema, required: true, read };
}

function single<Value>({ read }: ParameterType<Value>, texts: readonly string[]): Value | undefined {
  const [text] = texts;
  requireOne(texts);
  return text === undefined ? undefined : read(text);
}

function requireOne(texts: readonly string[]): void {
  if (texts.length > 1) throw new ParameterError("must be given once");
}

/** Any text. The resource that it names may not exist. */
export function text(schema: z.ZodType = z.string().min(1)): ParameterType<string> {
  return { schema, read: (value) => value };
}

/** A decimal number between two bounds. */
export function decimal(min: number, max: number): ParameterType<number> {
  return {
    schema: z.number().min(min).max(max),
    read: (value) => {
      const number = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(value.trim()) ? Number(value) : Number.NaN;
      if (!(number >= min && number <= max)) throw new ParameterError(`must be a number from ${min} to ${max}`);
      return number;
    },
  };
}

/** A whole number from `min` to `max`. */
export function wholeNumber(max: number, min = 0): ParameterType<number> {
  return {
    schema: z.int().min(min).max(max),
    read: (value) => {
      const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= min && number <= max)) {
        throw new ParameterError(`must be a whole number between ${min} and ${max}`);
      }
      return number;
    },
  };
}

/** One of some names or numbers. */
export function oneOf<const Value extends string | number>(values: readonly Value[]): ParameterType<Value> {
  return {
    schema: z.literal([...values]),
    read: (text) => {
      const found = values.find((each) => String(each) === text);
      if (found === undefined) throw new ParameterError(`must be one of ${values.join(", ")}`);
      return found;
    },
  };
}

/** Text without the spaces around it, of so many UTF-16 units at most. */
export function trimmed(max: number): ParameterType<string> {
  return {
    schema: z.string().max(max),
    read: (value) => {
      const text = value.trim();
      if (text.length > max) throw new ParameterError(`must have at most ${max} characters`);
      return text;
    },
  };
}

/** A day that exists, such as 2024-05-01. */
export const date: ParameterType<string> = {
  schema: z.iso.date(),
  read: (value) => {
    const day = value.trim();
    if (!isDateTime(`${day}T00:00Z`)) throw new ParameterError("must be a date, such as 2024-05-01");
    return day;
  },
};

/**
 * A date-time, as milliseconds since 1970. The plus of its offset reads as a space where a client has not encoded it;
 * there is no other space in a date-time.
 */
export const instant: ParameterType<number> = {
  schema: DateTime,
  read: (value) => {
    const dateTime = value.replace(" ", "+");
    if (!isDateTime(dateTime)) throw new ParameterError("must be an ISO 8601 date-time, such as 2024-05-01T12:00:00Z");
    return toInstant(dateTime);
  },
};

export type Culture = "no" | "en";

/** A language, or a language and a country: Norwegian, of either form, or English. */
export const culture: ParameterType<Culture> = {
  schema: z.enum(["no", "en"]),
  read: (value) => {
    const [language] = value.toLowerCase().split(/[-_]/, 1);
    if (language === "en") return "en";
    if (language === "no" || language === "nb" || language === "nn") return "no";
    throw new ParameterError("must be no or en");
  },
};
