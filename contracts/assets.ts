/** Media types of the files that pages load. */
export const ASSET_TYPES = ["text/css", "text/javascript", "application/json", "image/svg+xml"] as const;

export type AssetType = (typeof ASSET_TYPES)[number];
