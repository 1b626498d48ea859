import { z } from "zod";

/** The version of the interface; every path of it begins with `/api`. */
export const API_VERSION = "v3";

/** What is running here. Every value is a string; an unknown one is `unknown`. */
export const VersionDto = z
  .object({ name: z.string(), version: z.string(), api: z.string(), commit: z.string(), built: z.string() })
  .meta({ id: "VersionDto" });

export type VersionDto = z.infer<typeof VersionDto>;
