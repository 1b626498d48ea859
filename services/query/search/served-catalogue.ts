import { catalogue } from "../../../contracts/views/catalogue.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import type { Platform } from "../../../platform/lifecycle/service.ts";
import { ADMISSION_LIMITS, Admission, type SearchCounts } from "../../../platform/search/admission.ts";
import { TableSource } from "../../../platform/search/documents/table-source.ts";
import { openCatalogueIndex, searchConcurrency } from "../../../platform/search/open.ts";
import type { CatalogueIndex, SearchEngine } from "../../../platform/search/port.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import type { BindRead } from "../http/read.ts";
import { type Content, type Served, ServedViews } from "../views/served-views.ts";
import { compatibilityRoute } from "./compatibility.ts";
import { measureSearches } from "./metrics.ts";
import { searchRoutes } from "./routes.ts";

/** A build of the catalogue, and the index over it. */
export interface CatalogueContent extends Content {
  readonly build: typeof catalogue;
  readonly documents: TableSource;
  readonly index: CatalogueIndex;
}

type CatalogueParts = Platform & Served & { readonly progress: ViewProgress };

/** The catalogue that is served, and the searches in it. */
export class ServedCatalogue extends ServedViews<readonly [typeof catalogue], CatalogueContent> {
  readonly #parts: CatalogueParts;
  readonly #admission: Admission;

  constructor(parts: CatalogueParts) {
    const engine: SearchEngine = { search: (request) => this.current().index.search(request) };
    const admission = new Admission(engine, { ...ADMISSION_LIMITS, running: searchConcurrency(parts) });
    super({
      ...parts,
      views: [catalogue],
      components: ["search"],
      health: async ({ index }) => ({ search: { ...(await index.health()), searches: admission.counts } }),
      open: ([build]) => openContent(build, parts, () => admission.counts),
    });
    this.#parts = parts;
    this.#admission = admission;
    measureSearches(parts.metrics, () => admission.counts);
  }

  routes(read: BindRead): readonly ServedRoute[] {
    const engineFor = (client: string) => this.#admission.engineFor(client);
    const reading: BindRead = (declaration, run) =>
      read(declaration, (given) => {
        this.use(given.response);
        return run(given);
      });
    return [
      ...searchRoutes({ engineFor, read: reading, page: this.#parts.config.limits.page }),
      compatibilityRoute({
        engineFor,
        read: reading,
        documents: { page: (ids, maxBytes) => this.current().documents.page(ids, maxBytes) },
        indexState: () => this.current().index.state(),
      }),
    ];
  }
}

async function openContent(
  build: typeof catalogue,
  parts: CatalogueParts,
  countSearches: () => SearchCounts,
): Promise<CatalogueContent> {
  const index = await openCatalogueIndex(build, { ...parts, countSearches }, parts.progress);
  const documents = new TableSource(parts.database, build);
  return {
    ...{ build, documents, index },
    ready: () => index.ready(),
    shows: () => [index.shows()],
    close: () => index.close(),
  };
}
