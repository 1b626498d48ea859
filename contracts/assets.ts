/** Media types of the files that pages load. */
export const ASSET_TYPES = ["text/css", "image/svg+xml"] as const;

export type AssetType = (typeof ASSET_TYPES)[number];
