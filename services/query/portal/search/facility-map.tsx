import { lineOf } from "../../dataset/text.ts";
import type { FacilityPlace } from "../../facilities/facility-list.ts";
import { PointMap } from "../components/map.tsx";
import { mapBox } from "../components/map-data.ts";
import type { Locale } from "../frame/language.ts";
import { type Asked, searchPath, toggled } from "./asked.ts";
import type { FacetValue } from "./found.ts";

/** The form whose field `bbox` the map fills. */
export const BOX_FORM = "box";

/** A facility with what the registry knows of it. */
export type PlaceOf = (identifier: string) => FacilityPlace | undefined;

interface Shown {
  readonly asked: Asked;
  readonly facilities: readonly FacetValue[];
  readonly placeOf: PlaceOf;
  readonly locale: Locale;
}

/** The facilities of the datasets that are found. The filter by facility says the same in words. */
export function FacilityMap({ asked, facilities, placeOf, locale }: Shown) {
  const { texts, href, number } = locale;
  const points = facilities.flatMap(({ value, count, isChosen }) => {
    const place = placeOf(value);
    if (!place?.location) return [];
    return {
      ...place.location,
      name: lineOf(place.name) ?? value,
      detail: texts.search.datasets(count, number(count)),
      href: isChosen ? undefined : href(searchPath(toggled(asked, "facility", value))),
      id: pointId(value),
    };
  });
  const box = asked.bbox && mapBox(asked.bbox);
  return <PointMap title={texts.search.map} points={points} box={box} form={BOX_FORM} locale={locale} />;
}

/** What a facility's dot has in common with the elements that say the same. */
export const pointId = (identifier: string | undefined): string | undefined => identifier?.slice(0, 100);
