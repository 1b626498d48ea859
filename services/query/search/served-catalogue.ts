import type { Response } from "express";
import { catalogue } from "../../../contracts/views/catalogue.ts";
import { LIMITS } from "../../../platform/admission/limits.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import type { Platform } from "../../../platform/lifecycle/service.ts";
import { Admission, type SearchCounts } from "../../../platform/search/admission.ts";
import { TableSource } from "../../../platform/search/documents/table-source.ts";
import { openCatalogueIndex, searchConcurrency } from "../../../platform/search/open.ts";
import type { CatalogueIndex, SearchEngine } from "../../../platform/search/port.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import type { BindRead } from "../http/read.ts";
import { type Content, type Served, ServedViews } from "../views/served-views.ts";
import { compatibilityRoute, type SearchedCatalogue } from "./compatibility.ts";
import { KnownLabels } from "./known-labels.ts";
import { measureSearches } from "./metrics.ts";
import { RecordCount } from "./record-count.ts";
import { searchRoutes } from "./routes.ts";
import type { Deadline } from "./timed-search.ts";

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
  readonly #count: RecordCount;

  constructor(parts: CatalogueParts) {
    const admission = new Admission({ ...LIMITS.searches, running: searchConcurrency(parts) });
    super({
      ...parts,
      views: [catalogue],
      components: ["search"],
      health: async ({ index }) => ({ search: { ...(await index.health()), searches: admission.counts } }),
      open: ([build]) => openContent(build, parts, () => admission.counts),
    });
    this.#parts = parts;
    this.#admission = admission;
    const engine: SearchEngine = { search: (request) => this.current().index.search(request) };
    this.#count = new RecordCount(admission.engineFor("the number of records", engine), () =>
      this.current().index.state(),
    );
    measureSearches(parts.metrics, () => admission.counts);
  }

  /** How many records can be found. @throws HttpProblem `view-building` */
  count(deadline: Deadline): Promise<number> {
    return this.#count.current(deadline);
  }

  /** The engine as a client may use it for an answer. @throws SearchBusy, HttpProblem `view-building` */
  engineFor(client: string, response: Response): SearchEngine {
    return this.#catalogueFor(client, response).engine;
  }

  routes(read: BindRead): readonly ServedRoute[] {
    // Names may come from the previous build: they only widen the search.
    const current: SearchEngine = { search: (request) => this.current().index.search(request) };
    const labels = new KnownLabels(this.#admission.engineFor("names of variables", current), () =>
      this.current().index.state(),
    );
    const engineFor = (client: string, response: Response) => this.engineFor(client, response);
    const catalogueFor = (client: string, response: Response) => this.#catalogueFor(client, response);
    return [
      ...searchRoutes({ engineFor, read, page: this.#parts.config.limits.page }),
      compatibilityRoute({ catalogueFor, labels, read }),
    ];
  }

  #catalogueFor(client: string, response: Response): SearchedCatalogue {
    const { documents, index } = this.use(response);
    return { documents, engine: this.#admission.engineFor(client, index) };
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
