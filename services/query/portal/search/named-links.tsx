import type { ComponentChildren } from "preact";
import { shortened } from "../../dataset/text.ts";
import { Provided } from "../components/text.tsx";
import { facilityPath } from "../facilities/point.ts";
import type { Locale } from "../frame/language.ts";
import { uvPath } from "../uv/asked.ts";
import type { NamedThings } from "./named-things.ts";

const MAX_NAME_LENGTH = 100;

/** Links to what is called like the words of a search: people look for a place's air in the field for datasets. */
export function NamedLinks({ named, locale }: { named: NamedThings; locale: Locale }) {
  const { named: texts } = locale.texts.search;
  const { stations, areas, facilities, place } = named;
  const link = (path: string, name: string, kind: string): ComponentChildren => (
    <li key={path}>
      <a href={locale.href(path)}>
        <Provided text={shortened(name, MAX_NAME_LENGTH)} />: {kind}
      </a>
    </li>
  );
  return (
    <nav aria-label={texts.title} class="named">
      <ul class="line">
        {areas.map((area) => link(`/air?${new URLSearchParams({ area })}`, area, texts.area))}
        {stations.map(({ id, name }) => link(`/stations/${id}`, name, texts.station))}
        {facilities.map(({ slug, name }) => link(facilityPath(slug), name, texts.facility))}
        {place &&
          link(
            uvPath({ place: `${place.name}, ${place.country}` }),
            `${place.name}, ${locale.country(place.country)}`,
            texts.place,
          )}
      </ul>
    </nav>
  );
}
