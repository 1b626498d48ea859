import type { MapLibreMap } from "maplibre-gl";
import type { MapTexts } from "../../components/map-data.ts";

/** A button that writes the area that the map shows into the form's field `bbox`, and submits the form. */
export function searchButton(map: MapLibreMap, formId: string, { searchHere }: MapTexts): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.textContent = searchHere;
  button.addEventListener("click", () => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const field = form.elements.namedItem("bbox");
    if (!(field instanceof HTMLInputElement)) return;
    field.value = shownBox(map).join(",");
    form.requestSubmit();
  });
  return button;
}

/** Rounded to a hundred metres or so, and to the world where the map shows all of it. */
function shownBox(map: MapLibreMap): readonly number[] {
  const bounds = map.getBounds();
  const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;
  const isWhole = bounds.getEast() - bounds.getWest() > 359.9;
  const box = [
    isWhole ? -180 : wrapped(bounds.getWest()),
    Math.max(-90, bounds.getSouth()),
    isWhole ? 180 : wrapped(bounds.getEast()),
    Math.min(90, bounds.getNorth()),
  ];
  return box.map((degrees) => Number(degrees.toFixed(3)));
}
