import type { Metadata } from "../../../../contracts/metadata.ts";
import { beginningOnWire, type Json } from "../components/json.ts";
import { Members, Value } from "../components/members.tsx";
import type { Locale } from "../frame/language.ts";
import type { Texts } from "../texts/en.ts";

/** What a page has room for; the JSON has all. */
const ROOM = { values: 4_000, characters: 200_000 };
const MAX_WIRE_BYTES = 28_000;

type Group = keyof Texts["groups"];

/** Members of a record by the groups of ISO 19115. */
const GROUPS: readonly (readonly [group: Group, members: readonly string[]])[] = [
  ["identification", ["identification", "product_type"]],
  ["extent", ["temporal_extent", "spatial_extent"]],
  ["facility", ["facility"]],
  ["content", ["variables"]],
  ["distribution", ["distribution_information"]],
  ["constraints", ["usage_information"]],
  ["lineage", ["provenance"]],
  ["metadata", ["dataset_metadata"]],
];

/** The member that makes up a group, alone or nearly so. */
const MAIN: Readonly<Partial<Record<Group, string>>> = {
  identification: "identification",
  facility: "facility",
  content: "variables",
  distribution: "distribution_information",
  constraints: "usage_information",
  lineage: "provenance",
  metadata: "dataset_metadata",
};

/** Groups that may be very long. The others come before them where there is not room for all. */
const LONG: readonly Group[] = ["distribution", "content", "other"];

/** Every member of a record, grouped as ISO 19115 groups them, those that no group knows last. */
export function AllMetadata({ record, locale }: { record: Metadata; locale: Locale }) {
  const { texts } = locale;
  const { groups, left } = groupsOf(record);
  return (
    <>
      {groups.map(([group, members]) => (
        <details key={group} open>
          <summary title={MAIN[group]}>{texts.groups[group]}</summary>
          <GroupContent group={group} members={members} locale={locale} />
        </details>
      ))}
      {left > 0 && <p>{texts.shortened(locale.number(left))}</p>}
    </>
  );
}

/** The group's main member needs no name beside the group's own. */
function GroupContent({ group, members, locale }: { group: Group; members: Given; locale: Locale }) {
  const main = MAIN[group] ?? "";
  const { [main]: own, ...others } = members;
  return (
    <>
      {own !== undefined && <Value name={main} value={own} locale={locale} />}
      {Object.keys(others).length > 0 && <Members members={others} locale={locale} />}
    </>
  );
}

type Given = { readonly [name: string]: Json };

interface Shown {
  readonly groups: readonly (readonly [group: Group, members: Given])[];
  /** What had no room. */
  readonly left: number;
}

function groupsOf(record: Metadata): Shown {
  // It was read from JSON.
  const present = new Map(Object.entries(record as Given).filter(([, value]) => value != null));
  const known = new Set(GROUPS.flatMap(([, members]) => members));
  const others = [...present.keys()].filter((name) => !known.has(name));
  const groups = [...GROUPS, ["other", others] as const].map(([group, names]) => {
    const members = names.map((name) => [name, present.get(name) ?? null] as const);
    return [group, Object.fromEntries(members.filter(([, value]) => value !== null))] as const;
  });
  const byNeed = groups.toSorted(([one], [other]) => LONG.indexOf(one) - LONG.indexOf(other));
  const { value, left } = beginningOnWire(Object.fromEntries(byNeed), ROOM, MAX_WIRE_BYTES);
  // The beginning of an object of objects is one.
  const beginnings = value as { readonly [group: string]: Given };
  const shown = groups.map(([group]) => [group, beginnings[group] ?? {}] as const);
  return { groups: shown.filter(([, members]) => Object.keys(members).length > 0), left };
}
