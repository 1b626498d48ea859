import { f64, ordinalAt, u32 } from "../bytes/arrays.ts";
import type { Field } from "../index/mapping.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import { javaDouble } from "../language/java/java-numbers.ts";

/** The group of a segment's document, as a number; NO_GROUP for a document without a value. */
export type GroupOf = (doc: number) => number;

export const NO_GROUP = Number.NaN;

/** The values of a field that hits are collapsed by. */
export interface Groups {
  groupsOf(segment: SegmentReader): GroupOf;
  /** The value of a group as JSON text. */
  print(group: number): string;
}

/** @throws ShardFailure when the field can't be collapsed by */
export function groupsBy(name: string, index: IndexReader): Groups {
  const field = index.fields.field(name);
  if (!field) throw illegalOnShard(`no mapping found for \`${name}\` in order to collapse on`);
  if (field.kind === "keyword") return termGroups(field, index);
  if (field.kind === "double") return numberGroups(field);
  throw illegalOnShard(`collapse is not supported for the field [${name}] of the type [${field.kind}]`);
}

function termGroups({ name }: Field, index: IndexReader): Groups {
  const global = index.globalOrdinals(name);
  return {
    groupsOf(segment) {
      const found = segment.ordinals(name);
      if (!found) return () => NO_GROUP;
      const map = global.maps[segment.ordinal];
      const { offsets, ordinals } = found;
      const toGlobal = (ordinal: number) => (ordinal < 0 ? NO_GROUP : map ? u32(map, ordinal) : ordinal);
      return (doc) => {
        const at = singleOf(offsets, doc, segment);
        return at < 0 ? NO_GROUP : toGlobal(ordinalAt(ordinals, at));
      };
    },
    print: (group) => JSON.stringify(global.text(group)),
  };
}

/** A number is its own group. */
const numberGroups = ({ name }: Field): Groups => ({
  groupsOf(segment) {
    const found = segment.numbers(name);
    if (!found) return () => NO_GROUP;
    const { offsets, values } = found;
    return (doc) => {
      const at = singleOf(offsets, doc, segment);
      return at < 0 ? NO_GROUP : f64(values, at);
    };
  },
  print: javaDouble,
});

/** The index of the document's only value, -1 for none. @throws ShardFailure when it has several */
function singleOf(offsets: Uint32Array | undefined, doc: number, { base }: SegmentReader): number {
  if (!offsets) return doc;
  const [from, to] = [u32(offsets, doc), u32(offsets, doc + 1)];
  if (to - from > 1) {
    throw illegalOnShard(`failed to extract doc:${base + doc}, the grouping field must be single valued`);
  }
  return to > from ? from : -1;
}
