/** The values that an aggregation reads from documents. */
export interface ValuesBody {
  readonly field: string;
  /** The value of documents without the field. A number is taken as it is, whatever the format of the field. */
  readonly missing: string | number | undefined;
  /** Format of numbers and dates in the answer. */
  readonly format: string | undefined;
  /** The type assumed for an unmapped field. A mapped one must have this type. */
  readonly valueType: ValueType | undefined;
}

/** Members of bodies that are read into `ValuesBody`. */
export const VALUES_OPTIONS: readonly string[] = ["field", "missing", "format", "value_type"];

export type ValueType = "string" | "double" | "long" | "date" | "ip" | "boolean";

/** Types by each of their names. */
export const VALUE_TYPES: ReadonlyMap<string, ValueType> = new Map([
  ["string", "string"],
  ["double", "double"],
  ["float", "double"],
  ...["number", "numeric", "long", "integer", "short", "byte"].map((name): [string, ValueType] => [name, "long"]),
  ["date", "date"],
  ["ip", "ip"],
  ["boolean", "boolean"],
]);
