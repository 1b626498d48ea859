/** The values of documents that an aggregation works with. */
export interface ValuesBody {
  readonly field: string;
  /** What documents without the field count as. A number is one whatever the format of the field. */
  readonly missing: string | number | undefined;
  /** How numbers and dates of the answer are written. */
  readonly format: string | undefined;
  /** What an unmapped field is taken for. A mapped one must be of this type. */
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
