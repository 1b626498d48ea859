import type { Feature } from "geojson";
import {
  type GeoJSONSource,
  MapLibreMap,
  type MapMouseEvent,
  type MapOptions,
  NavigationControl,
  Popup,
  setWorkerUrl,
} from "maplibre-gl";
import type { MapData, PointProperties } from "../../components/map-data.ts";
import { coloursOf } from "./basemap.ts";
import { boxOf } from "./bounds.ts";
import { card } from "./card.ts";
import { showFailure } from "./failure.ts";
import { markElements, markPointed } from "./pointing.ts";
import { searchButton } from "./search-button.ts";
import { type Ground, groundOf, type Shown, withShown } from "./style.ts";

/** Pixels around a place where a click still finds a dot. */
const REACH = 12;
/** A map begins no nearer than this: with one point that says in which part of a country it is, with several how they lie. */
const MAX_FIRST_ZOOM = { one: 6, several: 13 };
/** Pixels of the world's width where the zoom is 0. */
const WORLD_WIDTH = 512;
/** Points of a group that a card names. */
const MAX_NAMED = 20;

setWorkerUrl(MAP_WORKER);

/** Draws the map of a place, and again whenever its data block changes. @throws where that fails at once */
export async function drawMap(place: HTMLElement): Promise<void> {
  const block = place.parentElement?.querySelector('script[type="application/json"]');
  const readBlock = (): MapData => JSON.parse(block?.textContent ?? "");
  const data = readBlock();
  const [ground, first] = await Promise.all([groundOf(document), shownOf(data), styled()]);
  let shown = first;
  const map = openMap(place, data, ground, shown);
  const search = data.form === undefined ? undefined : searchButton(map, data.form, data.texts);
  if (search) place.after(search);
  const tellDrawn = () => {
    place.dataset["drawn"] = "true";
  };
  map.on("idle", tellDrawn);
  map.on("error", (event) => {
    // A tile that is missing leaves a hole, and the rest can be read.
    if ("tile" in event) return;
    map.off("idle", tellDrawn);
    search?.remove();
    showFailure(place);
  });
  // The library misses a size that the place gets before it first looks.
  new ResizeObserver(() => {
    if (map.getCanvas().clientWidth !== place.clientWidth) map.resize();
  }).observe(place);
  showCards(map, data);
  markPointed(map, () => shown.points);
  const redraw = () => {
    const colours = coloursOf(place);
    map.setStyle(ground.style(colours), { transformStyle: withShown(shown, colours) });
  };
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
    matchMedia(query).addEventListener("change", redraw);
  }
  if (!block) return;
  new MutationObserver(async () => {
    shown = await shownOf(readBlock());
    redraw();
  }).observe(block, { childList: true, characterData: true, subtree: true });
}

async function shownOf({ points, box }: MapData): Promise<Shown> {
  if (typeof points !== "string") return { points, box };
  const answer = await fetch(points);
  if (!answer.ok) throw new Error(`${points} is answered with ${answer.status}`);
  return { points: await answer.json(), box };
}

/** Loads the style of the map's controls. */
function styled(): Promise<unknown> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = MAP_STYLE;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", reject);
    // Before the page's own, which changes some of it.
    document.head.prepend(link);
  });
}

/** Where a map begins: with all that it shows, or with the world, as wide as the map, where that is nothing. */
function beginningOf({ clientWidth }: HTMLElement, { points: { features }, box }: Shown): Partial<MapOptions> {
  if (box === undefined && features.length === 0)
    return { center: [0, 20], zoom: Math.log2(clientWidth / WORLD_WIDTH) };
  const maxZoom = MAX_FIRST_ZOOM[features.length > 1 ? "several" : "one"];
  const [west, south, east, north] = box ?? boxOf(features.map(({ geometry }) => geometry.coordinates));
  return { bounds: [west, south, east, north], fitBoundsOptions: { padding: 40, maxZoom } };
}

function openMap(container: HTMLElement, { title, texts }: MapData, ground: Ground, shown: Shown): MapLibreMap {
  const colours = coloursOf(container);
  const map = new MapLibreMap({
    container,
    style: ground.style(colours),
    transformStyle: withShown(shown, colours),
    ...beginningOf(container, shown),
    maxZoom: ground.maxZoom,
    attributionControl: ground.isOperators && { compact: true },
    cooperativeGestures: true,
    dragRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    locale: {
      "Map.Title": title,
      "NavigationControl.ZoomIn": texts.zoomIn,
      "NavigationControl.ZoomOut": texts.zoomOut,
      "Popup.Close": texts.close,
      "CooperativeGesturesHandler.WindowsHelpText": texts.wheel,
      "CooperativeGesturesHandler.MacHelpText": texts.wheelOfMac,
      "CooperativeGesturesHandler.MobileHelpText": texts.fingers,
    },
  });
  map.keyboard.disableRotation();
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }));
  return map;
}

/** What the page says of a point. The library types properties of features as anything. */
function pointOf({ properties }: Pick<Feature, "properties">): PointProperties {
  // The page's data block has them.
  return properties as PointProperties;
}

/** A click on a dot opens its card; on a group it zooms to where the group parts, else names its points. */
function showCards(map: MapLibreMap, { texts }: MapData): void {
  const dotAt = ({ point: { x, y } }: MapMouseEvent) => {
    if (!map.getLayer("dots")) return undefined;
    const [dot] = map.queryRenderedFeatures(
      [
        [x - REACH, y - REACH],
        [x + REACH, y + REACH],
      ],
      { layers: ["dots"] },
    );
    return dot;
  };
  map.on("mousemove", (event) => {
    const dot = dotAt(event);
    map.getCanvas().style.cursor = dot === undefined ? "" : "pointer";
    markElements(dot?.properties["id"]);
  });
  map.on("click", async (event) => {
    const dot = dotAt(event);
    if (dot?.geometry.type !== "Point") return;
    const [longitude = 0, latitude = 0] = dot.geometry.coordinates;
    const center: [number, number] = [longitude, latitude];
    const { cluster_id: group, point_count: count } = dot.properties;
    let named = [pointOf(dot)];
    if (group !== undefined) {
      const source = map.getSource<GeoJSONSource>("points");
      if (!source) return;
      const zoom = await source.getClusterExpansionZoom(group);
      if (zoom <= map.getMaxZoom()) return void map.easeTo({ center, zoom });
      const leaves = await source.getClusterLeaves(group, MAX_NAMED, 0);
      named = leaves.map(pointOf);
    }
    new Popup({ offset: REACH, maxWidth: "20rem" })
      .setLngLat(center)
      .setDOMContent(card(named, count ?? 1, texts))
      .addTo(map);
  });
}
