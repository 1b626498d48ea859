import { createHash } from "node:crypto";
import type { Metadata } from "./metadata.ts";

/** What the sets of records are made by. */
export const SET_KINDS = ["provider", "repository", "framework", "type", "facility"] as const;

export type SetKind = (typeof SET_KINDS)[number];

/** A set of records, such as those of the repository CLU. */
export interface RecordSet {
  readonly kind: SetKind;
  readonly value: string;
}

/** The members by which records are grouped. */
type Grouped = Partial<Pick<Metadata, "dataset_metadata" | "product_type" | "facility" | "variables">>;

/** The sets that a provider's record belongs to, each once. */
export function setsOf(record: Grouped, provider: string): readonly RecordSet[] {
  const { dataset_metadata, product_type, facility, variables = [] } = record;
  const frameworks = variables.flatMap(({ framework }) => framework ?? []).map(({ framework }) => framework);
  const values: Readonly<Record<SetKind, readonly (string | null | undefined)[]>> = {
    provider: [provider],
    repository: [dataset_metadata?.repository.repository_id],
    framework: frameworks,
    type: [product_type],
    facility: [facility?.identifier],
  };
  return SET_KINDS.flatMap((kind) =>
    [...new Set(values[kind])].flatMap((value) => (value == null ? [] : [{ kind, value }])),
  );
}

/** The identity of a set: the first 16 bytes of the SHA-256 of `kind:value`, as a UUID. */
export function setId({ kind, value }: RecordSet): string {
  const hex = createHash("sha256").update(`${kind}:${value}`).digest("hex").slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
