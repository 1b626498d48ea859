import type { IndexClass } from "../../../../science/air-quality-index/index-table.ts";
import type { Locale } from "../frame/language.ts";

/** A class of the air-quality index: its colour, number and name. Without one, that there is none. */
export function IndexBadge({ found, locale }: { found: IndexClass | undefined; locale: Locale }) {
  if (found === undefined) return <span class="badge index-0">{locale.texts.air.noClass}</span>;
  return (
    <span class={`badge index-${found.index}`}>
      <b>{found.index}</b> {found.name[locale.culture]}
    </span>
  );
}
