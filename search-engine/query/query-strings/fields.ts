import type { IndexReader } from "../../index/segment.ts";
import { failedToCreateQuery } from "../../language/errors/errors.ts";
import { isPattern } from "../../language/queries/multi-match.ts";
import { MAX_CLAUSES } from "../../limits.ts";
import type { BoostedField } from "../cross-fields.ts";
import { countedGlob } from "../glob.ts";
import { inHashOrder } from "../hash-order.ts";
import type { CompileContext } from "../kind.ts";
import { isPlace } from "../match.ts";

type Indexed = Pick<CompileContext, "index" | "work">;

/** Options for the fields that a pattern matches. */
export interface FieldRules {
  /** Whether to include geo fields, which have no words, and fields without a value in the index. */
  readonly all: boolean;
  /** Suffix of each name, where such a field is mapped. */
  readonly suffix: string | undefined;
}

/** The fields of names and patterns with their boosts; unknown names are left out. @throws ShardFailure when too many */
export function resolveFields(
  asked: ReadonlyMap<string, number>,
  suffix: string | undefined,
  context: Indexed,
): readonly BoostedField[] {
  const boosts = new Map<string, BoostedField>();
  for (const [name, boost] of asked) {
    for (const each of resolveField(name, { all: !isPattern(name), suffix }, context)) {
      const known = boosts.get(each.field.name)?.boost ?? 1;
      boosts.set(each.field.name, { field: each.field, boost: Math.fround(known * each.boost * boost) });
    }
  }
  return checkedFields([...inHashOrder(boosts).values()], undefined);
}

/** The fields of a name or a pattern. @throws ShardFailure when they are too many */
export function resolveField(
  name: string,
  { all, suffix }: FieldRules,
  { index, work }: Indexed,
): readonly BoostedField[] {
  const table = index.fields;
  const names = isPattern(name) ? table.names().filter(countedGlob(name, work)) : table.field(name) ? [name] : [];
  const fields = new Map<string, BoostedField>();
  for (const each of names) {
    const suffixed = suffix === undefined ? undefined : table.field(each + suffix);
    const field = suffixed ?? table.field(each);
    if (!field || (isPattern(name) && field.name.startsWith("_"))) continue;
    if (all || (!isPlace(field) && hasValues(field.name, index))) fields.set(field.name, { field, boost: 1 });
  }
  return checkedFields([...inHashOrder(fields).values()], name);
}

/** Whether any document has a value in the field. Elasticsearch expands patterns only to such fields. */
export const hasValues = (field: string, { segments }: IndexReader): boolean =>
  segments.some((segment) => segment.present(field) !== undefined);

function checkedFields(fields: readonly BoostedField[], name: string | undefined): readonly BoostedField[] {
  if (fields.length <= MAX_CLAUSES) return fields;
  const expanded = name === undefined ? "field expansion" : `field expansion for [${name}]`;
  const reason = `${expanded} matches too many fields, limit: ${MAX_CLAUSES}, got: ${fields.length}`;
  throw failedToCreateQuery("illegal_argument_exception", reason);
}
