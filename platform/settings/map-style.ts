import { z } from "zod";

/** The style that maps have instead of the one that comes with airlog. */
export interface MapStyle {
  readonly url: string;
  /** Scheme, host and port of the style, and of the tiles, glyphs and pictures that it names. */
  readonly origins: readonly string[];
}

// They become part of a header, in which a semicolon begins something else.
const address = z.url({
  protocol: /^https?$/,
  hostname: /^[\w.:[\]-]+$/,
  error: "must be an http:// or https:// URL, with further ones after spaces",
});

/** The address of a style, then any number of origins. */
export const mapStyle = z
  .string()
  .transform((text) => text.trim().split(/\s+/))
  .pipe(z.tuple([address], address))
  .transform(([url, ...more]): MapStyle => {
    return { url, origins: [...new Set([url, ...more].map((each) => new URL(each).origin))] };
  });
