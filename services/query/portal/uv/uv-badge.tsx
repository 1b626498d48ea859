import type { IndexClassId } from "../../../../science/uv/index-classes.ts";
import type { UvForecasts } from "../../uv/forecasts.ts";
import type { Locale } from "../frame/language.ts";
import { indexText } from "./formats.ts";

/** The classes of the index, with their names in the page's language. */
export type UvClasses = UvForecasts["classifications"];

/** The name of a class. */
export function className(id: IndexClassId, classes: UvClasses): string {
  return classes.find((each) => each.id === id)?.name ?? "";
}

interface UvBadgeProps {
  readonly index: number;
  readonly of: IndexClassId;
  readonly classes: UvClasses;
  readonly locale: Locale;
}

/** An index with its class: colour and name. */
export function UvBadge({ index, of, classes, locale }: UvBadgeProps) {
  return (
    <span class={`uv uv-${of}`}>
      <b>{indexText(index, locale)}</b> {className(of, classes)}
    </span>
  );
}
