import { z } from "zod";
import { ASSET_TYPES } from "../assets.ts";
import { inPath, text } from "./parameter.ts";
import { declareRoute } from "./route.ts";

export const getAsset = declareRoute({
  method: "get",
  path: "/assets/{name}",
  id: "getAsset",
  tag: "Service",
  summary: "A file that pages load",
  description: "Its name holds a hash of its content, so that caches may keep it without asking again.",
  access: "public",
  cached: true,
  parameters: { name: inPath(text(), "The file's name, as pages have it.", "style-0123456789abcdef.css") },
  answers: [{ status: 200, description: "The file.", schema: z.string(), mediaTypes: ASSET_TYPES }],
  problems: ["route-unknown"],
});

/** What pages load. */
export const assetRoutes = [getAsset];
