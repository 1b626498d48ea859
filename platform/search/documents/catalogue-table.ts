import { VIEWS, versionedName } from "../../../contracts/views.ts";
import type { ViewVersion } from "../../views/schema.ts";
import type { DocumentTable } from "./table-source.ts";

/** The table of the catalogue view, which every search engine follows. */
export const catalogueTable: DocumentTable = {
  table: versionedName("catalogue"),
  view: "catalogue",
  version: VIEWS.catalogue.version,
};

/** The build of the catalogue view that this code declares. */
export const catalogueView: ViewVersion = { name: catalogueTable.view, version: catalogueTable.version };
