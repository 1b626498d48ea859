import { openApiDocument } from "../../../contracts/openapi/document.ts";
import * as declared from "../../../contracts/routes/documentation.ts";
import { API_VERSION, type VersionDto } from "../../../contracts/version.ts";
import type { BuildFacts } from "../../../platform/build-facts.ts";
import type { Config } from "../../../platform/config.ts";
import type { Html } from "../../../platform/http/pages/html.ts";
import { PAGE_HEADERS, PAGE_TYPE, type Page, renderPage } from "../../../platform/http/pages/page.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import { PreparedContent, sendPrepared } from "../http/prepared-content.ts";
import type { BindRead, SentRead } from "../http/read.ts";
import { docsPage, modelPage, problemsPage } from "./pages.ts";

/** Pages for readers and `/openapi.json` for programs. They change with the code and the configuration only. */
export function documentationRoutes(
  { operator, termsUrl, limits, rateLimit }: Config,
  build: BuildFacts,
  read: BindRead,
  model?: Html,
): readonly ServedRoute[] {
  const { name, version, commit, built } = build;
  const facts: VersionDto = { name, version, api: API_VERSION, commit, built };
  const document = openApiDocument({ version, operator, termsUrl, limits });
  const about = { document, operator, termsUrl, rateLimit };
  return [
    read(declared.getVersion, json(facts)),
    read(declared.docsPage, page(docsPage(about))),
    read(declared.problemsPage, page(problemsPage())),
    read(declared.uvModelPage, page(modelPage(model))),
    read(declared.getDescription, json(document)),
  ];
}

/** Every answer has the same bytes, however many readers are slow. */
type Answer = (read: SentRead) => Promise<void>;

function json(value: object): Answer {
  const content = new PreparedContent(JSON.stringify(value), "application/json; charset=utf-8");
  return (read) => sendPrepared(read, content, { again: () => content });
}

function page(shown: Page): Answer {
  const content = new PreparedContent(renderPage(shown), PAGE_TYPE);
  return (read) => {
    read.response.set(PAGE_HEADERS);
    return sendPrepared(read, content);
  };
}
