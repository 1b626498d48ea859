import type { Metadata } from "../../../../contracts/metadata.ts";
import { slugOf } from "../../../../contracts/slug.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import { shortened } from "../../dataset/text.ts";
import { PointMap } from "../components/map.tsx";
import { mapBox } from "../components/map-data.ts";
import type { Locale } from "../frame/language.ts";

interface Shown {
  readonly dataset: Dataset;
  readonly record: Metadata;
  /** Whether the registry knows its facility. */
  readonly isFacilityKnown: boolean;
  readonly locale: Locale;
}

/** The facility on a map, with the dataset's extent; nothing where the record has neither. */
export function LocationMap({ dataset: { title, place }, record: { facility }, isFacilityKnown, locale }: Shown) {
  const extent = place?.extent;
  if (extent === undefined) return null;
  const [longitude, latitude] =
    facility?.location?.coordinates ?? (extent.kind === "point" ? [extent.longitude, extent.latitude] : []);
  const point = {
    name: place?.name ?? shortened(title, 150),
    ...(facility && isFacilityKnown && { href: locale.href(`/facilities/${slugOf(facility.identifier)}`) }),
  };
  return (
    <PointMap
      title={locale.texts.record.map(shortened(title, 150))}
      points={longitude === undefined || latitude === undefined ? [] : [{ longitude, latitude, ...point }]}
      box={extent.kind === "box" ? mapBox(extent) : undefined}
      locale={locale}
    />
  );
}
