import type { ComponentChildren } from "preact";
import type { Locale } from "../frame/language.ts";
import { type Box, type MapData, type MapPoint, pointCollection } from "./map-data.ts";

export interface PointMapProps {
  /** What the map shows, for those who do not see it. */
  readonly title: string;
  /** Some hundreds at most, or the path of a route that answers them as `pointCollection` does. */
  readonly points: readonly MapPoint[] | string;
  /** An area to draw, and to begin with. */
  readonly box?: Box | undefined;
  /** The `id` of a form with a field `bbox`: a button below the map sets it to what is seen, and submits the form. */
  readonly form?: string;
  /** What stands in the place of a map that can't be shown: where the page says the same. */
  readonly instead?: string;
  readonly locale: Locale;
  /** A caption or a legend. */
  readonly children?: ComponentChildren;
}

/**
 * Points on a map, which the island `map.ts` draws once it is seen. A list or table has to say the same: without scripts there
 * is no map, and no place kept for one.
 */
export function PointMap({ title, points, box, form, instead, locale, children }: PointMapProps) {
  const { loading, failed, ...texts } = locale.texts.map;
  const words = instead ?? failed;
  const data: MapData = {
    title,
    points: typeof points === "string" ? points : pointCollection(points),
    box,
    form,
    texts,
  };
  // Text that ends the element would end it inside the JSON too.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return (
    <figure class="map">
      <div class="map-place" data-loading={loading} data-failed={words} />
      <noscript>
        <p class="quiet">{words}</p>
      </noscript>
      <script type="application/json" dangerouslySetInnerHTML={{ __html: json }} />
      {children ? <figcaption>{children}</figcaption> : null}
    </figure>
  );
}
