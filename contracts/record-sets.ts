import { createHash } from "node:crypto";
import type { Metadata } from "./metadata.ts";

/** What the sets of records are made by. */
export const SET_KINDS = ["provider", "repository", "framework", "type", "facility"] as const;

type SetKind = (typeof SET_KINDS)[number];

/** The members by which records are grouped. */
export const GROUPING_MEMBERS = ["dataset_metadata", "product_type", "facility", "variables"] as const;

type Grouped = Partial<Pick<Metadata, (typeof GROUPING_MEMBERS)[number]>>;

/** The names of the sets that a provider's record belongs to, such as `repository:CLU`, each once. */
export function setsOf(record: Grouped, provider: string): readonly string[] {
  const { dataset_metadata, product_type, facility, variables } = record;
  const frameworks = (variables ?? []).flatMap(({ framework }) => framework ?? []).map(({ framework }) => framework);
  const values: Readonly<Record<SetKind, readonly (string | null | undefined)[]>> = {
    provider: [provider],
    repository: [dataset_metadata?.repository.repository_id],
    framework: frameworks,
    type: [product_type],
    facility: [facility?.identifier],
  };
  return SET_KINDS.flatMap((kind) =>
    [...new Set(values[kind])].flatMap((value) => (value == null ? [] : [`${kind}:${value}`])),
  );
}

/** The identity of a set: the first 16 bytes of its name's SHA-256, as a UUID. */
export function setId(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex").slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
