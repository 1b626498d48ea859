import type { Metadata } from "../../../../contracts/metadata.ts";
import { beginningOf, type Json } from "../components/json.ts";
import { Members } from "../components/members.tsx";
import type { Locale } from "../frame/language.ts";
import type { Texts } from "../texts/en.ts";

/** What a page has room for; the JSON has all. */
const MAX_VALUES = 10_000;
const MAX_CHARACTERS = 300_000;

/** Members of a record by the groups of ISO 19115. */
const GROUPS: readonly (readonly [group: keyof Texts["groups"], members: readonly string[]])[] = [
  ["identification", ["identification", "product_type"]],
  ["extent", ["temporal_extent", "spatial_extent"]],
  ["facility", ["facility"]],
  ["content", ["variables"]],
  ["distribution", ["distribution_information"]],
  ["constraints", ["usage_information"]],
  ["lineage", ["provenance"]],
  ["metadata", ["dataset_metadata"]],
];

const grouped = new Set(GROUPS.flatMap(([, members]) => members));

/** Every member of a record, grouped as ISO 19115 groups them, those that no group knows last. */
export function AllMetadata({ record, locale }: { record: Metadata; locale: Locale }) {
  // It was read from JSON.
  const given = record as { readonly [member: string]: Json };
  const present = Object.entries(given).filter(([, value]) => value != null);
  const ordered = Object.fromEntries([
    ...GROUPS.flatMap(([, members]) => members.flatMap((name) => present.filter(([given]) => given === name))),
    ...present.filter(([name]) => !grouped.has(name)),
  ]);
  const { value, left } = beginningOf(ordered, MAX_VALUES, MAX_CHARACTERS);
  const shown = Object.entries(value as { readonly [member: string]: Json });
  const groups = [
    ...GROUPS.map(([group, members]) => [group, shown.filter(([name]) => members.includes(name))] as const),
    ["other", shown.filter(([name]) => !grouped.has(name))] as const,
  ];
  return (
    <>
      {groups.map(([group, members]) =>
        members.length === 0 ? null : (
          <details key={group} open>
            <summary>{locale.texts.groups[group]}</summary>
            <Members members={Object.fromEntries(members)} locale={locale} />
          </details>
        ),
      )}
      {left > 0 && <p>{locale.texts.shortened(locale.number(left))}</p>}
    </>
  );
}
