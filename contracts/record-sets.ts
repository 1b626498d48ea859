import { createHash } from "node:crypto";

/** The kinds of sets: each has a set for every value of it that a record has. */
export const SET_KINDS = ["provider", "repository", "framework", "type", "facility"] as const;

type SetKind = (typeof SET_KINDS)[number];

/** What a record says of itself that makes its sets. */
export type Groups = Readonly<Record<SetKind, readonly string[]>>;

/** The names of the sets that a record belongs to, such as `repository:CLU`, each once. */
export function setsOf(groups: Groups): readonly string[] {
  return SET_KINDS.flatMap((kind) => [...new Set(groups[kind])].map((value) => `${kind}:${value}`));
}

/** The identity of a set: the first 16 bytes of its name's SHA-256, as a UUID. */
export function setId(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex").slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
