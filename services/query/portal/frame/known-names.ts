import { foldName, namesIn } from "../../../../contracts/text.ts";
import { problem } from "../../../../platform/http/problem.ts";
import { shortened } from "../../dataset/text.ts";

/** Names that a page can be asked for. */
interface KnownNames {
  readonly code: "area-unknown" | "component-unknown";
  /** As they are shown. */
  readonly all: Iterable<string>;
  /** Says that there is no such name. */
  readonly absent: (name: string) => string;
  /** The path of the page of a name. */
  readonly pathOf: (name: string) => string;
}

const MAX_NAME_LENGTH = 100;
/** Names that a problem lists. */
const MAX_LISTED = 100;

/** The names that values of a filter stand for, as they are spelled here. @throws HttpProblem for one that there is not */
export function knownNames(
  values: readonly string[] | undefined,
  { code, all, absent, pathOf }: KnownNames,
): readonly string[] {
  if (values === undefined) return [];
  const names = new Map<string, string>();
  for (const name of all) if (!names.has(foldName(name))) names.set(foldName(name), name);
  const asked = values.flatMap((value) => namesIn(value, (each) => names.has(foldName(each))));
  const known = asked.filter(Boolean).map((typed) => {
    const name = names.get(foldName(typed));
    if (name !== undefined) return name;
    const existing = Array.from(names.values()).slice(0, MAX_LISTED);
    throw problem(code, absent(shortened(typed, MAX_NAME_LENGTH)), {
      members: { existing: existing.map((each) => ({ name: each, path: pathOf(each) })) },
    });
  });
  return Array.from(new Set(known));
}

/** The names as series are filtered by them; undefined, which is all, for none. */
export function foldedNames(names: readonly string[]): ReadonlySet<string> | undefined {
  return names.length === 0 ? undefined : new Set(names.map(foldName));
}
