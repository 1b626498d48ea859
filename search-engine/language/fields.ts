import { illegalArgument, illegalOnShard, noFielddata, queryShardException } from "./errors/errors.ts";

/** Metadata fields of Elasticsearch that the embedded engine does not have. */
const METADATA_FIELDS: ReadonlySet<string> = new Set([
  ...["_index", "_source", "_routing", "_field_names", "_version", "_seq_no", "_primary_term", "_nested_path"],
  ...["_doc_count", "_tier", "_data_stream_timestamp", "_ignored_source", "_feature", "_type"],
]);

/** The name of a field, or a pattern of names, that clauses may search. @throws SearchRejected, ShardFailure */
export function searchableField(name: string): string {
  if (name === "") throw illegalArgument("field name is null or empty");
  const isMetadataPattern = name.startsWith("_") && name.includes("*");
  if (METADATA_FIELDS.has(name) || isMetadataPattern) throw queryShardException(`The ${name} field is not searchable`);
  return name;
}

/** The same, but an empty name is allowed: no field has it. @throws ShardFailure */
export const queriedField = (name: string): string => (name === "" ? name : searchableField(name));

/** The name of a field that a search may aggregate or sort by. @throws ShardFailure */
export function fieldWithValues(name: string): string {
  if (name === "_id") {
    throw illegalOnShard(
      "Fielddata access on the _id field is disallowed, you can re-enable it by updating the dynamic cluster setting: indices.id_field_data.enabled",
    );
  }
  if (METADATA_FIELDS.has(name)) throw noFielddata(name, name);
  return name;
}
