import { recordPageRoutes } from "./record.ts";

/** The pages for people. */
export const portalRoutes = [...recordPageRoutes];
