/** A searchable field: `facility.name` (text) and `facility.name.keyword` (keyword) are two. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** Longer keyword values (in UTF-16 units, as Java counts) are left out. */
  readonly ignoreAbove: number;
  /** The date format of the mapping, `strict_date_optional_time||epoch_millis` by default. */
  readonly format: string;
}

export type FieldKind = "text" | "keyword" | "date" | "double" | "boolean" | "geo_point" | "geo_shape" | "_id";

/** The mapping as a search sees it: fields of the mapping and the dynamic ones that documents have brought. */
export interface FieldTable {
  /** By full path, or undefined when unmapped. */
  field(name: string): Field | undefined;
  /** Names of all fields, in order of definition, dynamic ones last. */
  names(): readonly string[];
  /** Whether the path is an object of the mapping (`facility`), so that `exists` means any field below it. */
  isObject(path: string): boolean;
}
