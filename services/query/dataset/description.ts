import type { Period } from "./period.ts";

/** The shortest description that search engines for datasets take. */
const LEAST_LENGTH = 50;

interface Facts {
  readonly title: string;
  readonly variables: readonly { readonly name: string }[];
  readonly facility: string | undefined;
  readonly period: Period | undefined;
  readonly publisher: string;
  /** Of the dataset's page. */
  readonly address: string;
}

/** The abstract. A short one is followed by sentences on what, where, when and by whom; where these are short, by the page. */
export function completedDescription(abstract: string | undefined, facts: Facts): string {
  if (abstract !== undefined && isLongEnough(abstract)) return abstract;
  const { title, variables, facility, period, publisher, address } = facts;
  const description = [
    sentence(abstract ?? title),
    ...(variables.length > 0 ? [sentence(`Variables: ${variables.map(({ name }) => name).join(", ")}`)] : []),
    ...(facility !== undefined ? [sentence(`Facility: ${facility}`)] : []),
    ...(period ? [`Period: ${period.begin} to ${period.end}.`] : []),
    sentence(`Publisher: ${publisher}`),
  ].join(" ");
  return isLongEnough(description) ? description : `${description} Page: ${address}`;
}

/** Counts characters, not the halves of pairs. */
function isLongEnough(text: string): boolean {
  return [...text.slice(0, 2 * LEAST_LENGTH)].length >= LEAST_LENGTH;
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
