import type { AirQualityIndex } from "../../../../science/air-quality-index/index-table.ts";
import type { Locale } from "../frame/language.ts";
import { IndexBadge } from "./index-badge.tsx";

interface MapLegendProps {
  readonly index: AirQualityIndex;
  /** The meaning of dots in the accent's colour; absent where there are none. */
  readonly plain?: string;
  readonly locale: Locale;
}

/** What the dots of a map with stations mean. */
export function MapLegend({ index, plain, locale }: MapLegendProps) {
  const { mapLegend: texts } = locale.texts;
  return (
    <ul class="line map-legend" aria-label={texts.title}>
      {plain !== undefined && (
        <li>
          <span class="map-dot" /> {plain}
        </li>
      )}
      {index.classes.map((found) => (
        <li key={found.index}>
          <IndexBadge found={found} locale={locale} />
        </li>
      ))}
      <li>
        <span class="badge index-0">–</span> {locale.texts.air.noClass}
      </li>
      <li>{texts.groups}</li>
    </ul>
  );
}
