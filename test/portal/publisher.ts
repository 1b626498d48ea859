import { readPortalAssets } from "../../services/query/portal/frame/assets.ts";
import type { Host } from "../../services/query/portal/frame/layout.tsx";

/** Who publishes the pages of tests, and where. */
export const identity = () => ({ publicUrl: "https://data.example.org", repositoryId: "data.example.org" });

export const host: Host = {
  operator: "Institute",
  termsUrl: undefined,
  dataLicence: undefined,
  airQualityIndex: "norwegian",
  assets: await readPortalAssets(),
};
