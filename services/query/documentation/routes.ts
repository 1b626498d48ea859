import { createHash } from "node:crypto";
import type { RequestHandler, Router } from "express";
import { openApiDocument } from "../../../contracts/openapi/document.ts";
import type { Config } from "../../../platform/config.ts";
import { fingerprint, holds, REVALIDATE, sendJson } from "../http/conditional.ts";
import type { BuildFacts } from "./build-facts.ts";
import type { Html } from "./html.ts";
import { docsPage, homePage, modelPage, problemsPage, STYLE } from "./pages.ts";

/** Pages for readers and `/openapi.json` for programs. They change with the code and the configuration only. */
export function addDocumentationRoutes(router: Router, config: Config, build: BuildFacts, model?: Html): void {
  const document = openApiDocument({
    version: build.version,
    operator: config.operator,
    termsUrl: config.termsUrl,
    limits: config.limits,
  });
  const json = JSON.stringify(document);
  const about = {
    document,
    operator: config.operator,
    termsUrl: config.termsUrl,
    rateLimit: config.rateLimit,
  };
  router
    .get("/", page(homePage(about)))
    .get("/docs", page(docsPage(about)))
    .get("/docs/problems", page(problemsPage()))
    .get("/docs/uv-model", page(modelPage(model)))
    .get("/openapi.json", (request, response) => sendJson(request, response, json));
}

/** The page's own style, and the charts that it carries, are all that a browser may load. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

function page(text: string): RequestHandler {
  const tag = `W/"${fingerprint(text)}"`;
  return (request, response) => {
    response.set({ ETag: tag, "Cache-Control": REVALIDATE, "Content-Security-Policy": policy });
    if (holds(request, tag)) response.status(304).end();
    else response.type("html").send(text);
  };
}
