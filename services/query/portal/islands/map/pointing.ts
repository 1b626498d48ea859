import type { GeoJSONSource, MapLibreMap } from "maplibre-gl";
import type { PointCollection } from "../../components/map-data.ts";

/** The source of the point that the reader points at. */
export const POINTED = "pointed";

/** To point at an element with `data-point`, or to focus what is in it, marks its dot. */
export function markPointed(map: MapLibreMap, points: () => PointCollection): void {
  let marked: string | undefined;
  const mark = ({ target }: Event) => {
    const element = target instanceof Element ? target.closest<HTMLElement>("[data-point]") : undefined;
    const id = element?.dataset["point"];
    if (id === marked) return;
    marked = id;
    const features = points().features.filter(({ properties }) => id !== undefined && properties.id === id);
    void map.getSource<GeoJSONSource>(POINTED)?.setData({ type: "FeatureCollection", features });
  };
  document.addEventListener("pointerover", mark);
  document.addEventListener("focusin", mark);
}

/** Marks the elements that say the same as a dot. */
export function markElements(id: string | undefined): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-point]")) {
    element.classList.toggle("pointed", element.dataset["point"] === id);
  }
}
