import type { ParameterValues } from "../../../../contracts/routes/parameter.ts";
import type { getUvPage } from "../../../../contracts/routes/portal/uv.ts";
import { instant } from "../../uv/horizon.ts";

/** What the page's address asks for. */
export type UvAsked = Omit<ParameterValues<NonNullable<(typeof getUvPage)["parameters"]>>, "lang">;

const NAMES = ["lat", "lon", "place", "hour", "skin", "date", "time", "sky", "surface", "altitude", "ozone"] as const;

/** The parameters with what differs from them, as a query has them. */
export function askedFields(
  asked: Partial<UvAsked>,
  changes: Partial<UvAsked> = {},
): readonly (readonly [name: string, value: string])[] {
  const all = { ...asked, ...changes };
  return NAMES.flatMap((name) => {
    const value = all[name];
    return value === undefined ? [] : [[name, name === "hour" ? instant(Number(value)) : String(value)] as const];
  });
}

/** The path of the page with some parameters changed. */
export function uvPath(asked: Partial<UvAsked>, changes: Partial<UvAsked> = {}): string {
  const query = new URLSearchParams(askedFields(asked, changes).map(([name, value]) => [name, value])).toString();
  return query === "" ? "/uv" : `/uv?${query}`;
}
