import { foldName } from "../../../../contracts/text.ts";
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

/** The names that are asked for, folded, as they are spelled here. @throws HttpProblem for one that there is not */
export function knownNames(
  asked: ReadonlySet<string> | undefined,
  { code, all, absent, pathOf }: KnownNames,
): readonly string[] {
  if (asked === undefined) return [];
  const names = new Map<string, string>();
  for (const name of all) if (!names.has(foldName(name))) names.set(foldName(name), name);
  return Array.from(asked, (folded) => {
    const name = names.get(folded);
    if (name !== undefined) return name;
    const existing = Array.from(names.values()).slice(0, MAX_LISTED);
    throw problem(code, absent(shortened(folded, MAX_NAME_LENGTH)), {
      members: { existing: existing.map((each) => ({ name: each, path: pathOf(each) })) },
    });
  });
}
