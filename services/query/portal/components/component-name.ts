import type { Locale } from "../frame/language.ts";

/** The name of a component in the page's language, with its formula; its own name where none is known. */
export function componentName(component: string, { texts }: Locale): string {
  const names: Readonly<Record<string, string>> = texts.components;
  const folded = component.toLowerCase();
  return Object.hasOwn(names, folded) ? (names[folded] ?? component) : component;
}
