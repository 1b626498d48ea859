/** A searchable field. `facility.name` (text) and `facility.name.keyword` (keyword) are two fields. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** Keyword values with more UTF-16 code units are ignored. */
  readonly ignoreAbove: number;
  /** The date format of the mapping, `strict_date_optional_time||epoch_millis` by default. */
  readonly format: string;
}

export type FieldKind = "text" | "keyword" | "date" | "double" | "boolean" | "geo_point" | "geo_shape" | "_id";

/** The fields that a search can use: those of the mapping, and dynamic ones found in documents. */
export interface FieldTable {
  /** By full path, or undefined when unmapped. */
  field(name: string): Field | undefined;
  /** Names of all fields, in order of definition, dynamic ones last. */
  names(): readonly string[];
  /** Whether the path is an object of the mapping, such as `facility`: `exists` then means any field below it. */
  isObject(path: string): boolean;
}
