import type { StyleSpecification, TransformStyleFunction } from "maplibre-gl";
import type { Box, PointCollection } from "../../components/map-data.ts";
import { basemap, type MapColours } from "./basemap.ts";
import { dots, outlined } from "./dots.ts";

/** What a map shows on its ground. */
export interface Shown {
  readonly points: PointCollection;
  readonly box: Box | undefined;
}

/** What a map lies on. */
export interface Ground {
  readonly isOperators: boolean;
  /** Nothing is to be seen in more detail. */
  readonly maxZoom: number;
  readonly style: (colours: MapColours) => StyleSpecification | string;
}

/** The ground that the operator has chosen, else the countries that come with the page. */
export async function groundOf(document: Document): Promise<Ground> {
  const chosen = document.querySelector<HTMLMetaElement>('meta[name="map-style"]')?.content;
  if (chosen !== undefined) return { isOperators: true, maxZoom: 17, style: () => chosen };
  return { isOperators: false, maxZoom: 10, style: await basemap() };
}

/** Lays what is shown on a ground's style. */
export function withShown({ points, box }: Shown, colours: MapColours): TransformStyleFunction {
  return (_before, ground) => {
    const parts = [...(box === undefined ? [] : [outlined(box, colours)]), dots(points, colours, fontsOf(ground))];
    return {
      ...ground,
      sources: Object.assign({}, ground.sources, ...parts.map(({ sources }) => sources)),
      layers: [...ground.layers, ...parts.flatMap(({ layers }) => layers)],
    };
  };
}

/** Where a style has glyphs on a server, that has fonts which its own layers use; undefined where the browser draws texts. */
function fontsOf({ glyphs, layers }: StyleSpecification): string[] | undefined {
  if (glyphs === undefined) return undefined;
  const fonts = layers.map((layer) => (layer.type === "symbol" ? layer.layout?.["text-font"] : undefined));
  return fonts.find((font): font is string[] => Array.isArray(font) && font.every((name) => typeof name === "string"));
}
