import type { OpenApiDocument } from "../../../contracts/openapi/document.ts";
import { termsOfUse } from "../../../contracts/openapi/terms.ts";
import { PROBLEMS } from "../../../contracts/problem.ts";
import { MAX_DEPTH } from "../../../contracts/search-limits.ts";
import { type Html, html, prose } from "../../../platform/http/pages/html.ts";
import type { Page } from "../../../platform/http/pages/page.ts";
import { aggregationKinds } from "../../../search-engine/language/aggregations/table.ts";
import { queryKinds } from "../../../search-engine/language/queries/table.ts";
import { searchMembers } from "../../../search-engine/language/search.ts";
import { operationSection, routeAnchor } from "./operation-section.ts";
import { searchableFields } from "./searchable-fields.ts";

/** The facts that the pages show. */
export interface About {
  readonly document: OpenApiDocument;
  readonly operator: string | undefined;
  readonly termsUrl: string | undefined;
  readonly rateLimit: number | "off";
}

/** The interface: routes, fields, limits and terms. */
export function docsPage(about: About): Page {
  const { document } = about;
  return {
    title: "airlog: the interface",
    body: html`<h1>The interface</h1>
<p><a href="/">airlog</a> ${String(document.info["version"])} · <a href="/docs/problems">failures</a> · <a href="/docs/uv-model">UV model</a> · <a href="/openapi.json">OpenAPI</a></p>
${String(document.info["description"])
  .split("\n\n")
  .slice(1)
  .map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
<p>${rateLimit(about.rateLimit)}</p>
${terms(about)}
<h2 id="routes">Routes</h2>
${document.tags.map((tag) => contents(tag, document))}
${document.tags.map((tag) => operations(tag.name, document))}
<h2 id="language">What a search may hold</h2>
<p>The query language is Elasticsearch's. Whatever is not listed here is refused with Elasticsearch's own error, never ignored; nesting is at most ${MAX_DEPTH} deep.</p>
<table><tbody>
<tr><th>Members</th><td>${names(searchMembers)}</td></tr>
<tr><th>Queries</th><td>${names(Object.keys(queryKinds))}</td></tr>
<tr><th>Aggregations</th><td>${names(Object.keys(aggregationKinds))}</td></tr>
</tbody></table>
<h2 id="fields">Fields to search by</h2>
<p>A <code>text</code> field is searched by its words; its <code>.keyword</code> holds the whole value, for exact matches, sorting and counting. Arrays of objects are flat. <code>geo_shape</code> and <code>geo_point</code> fields are searched with <code>geo_bounding_box</code>, <code>geo_distance</code> and <code>geo_shape</code>: a record by its <code>spatial_extent</code>, its facility by <code>facility.location</code>. Members of your own below any <code>extra_metadata</code> are searched as text with <code>.keyword</code>; elsewhere they are stored and served only.</p>
<table><thead><tr><th>Field</th><th>Indexed as</th></tr></thead><tbody>
${searchableFields().map(({ path, kind }) => html`<tr><td><code>${path}</code></td><td>${kind}</td></tr>\n`)}
</tbody></table>`,
  };
}

/** Every failure; an answer's `type` leads to its row. */
export function problemsPage(): Page {
  return {
    title: "airlog: failures",
    body: html`<h1>Failures</h1>
<p><a href="/docs">The interface</a></p>
<p>Every failure is a document of type <code>application/problem+json</code> (RFC 9457) with <code>type</code>, <code>title</code>, <code>status</code>, <code>detail</code>, <code>instance</code> and <code>code</code>. What does not fit is listed in <code>errors</code>, the first hundred; <code>errorCount</code> says how many there are. A search engine's refusal is in <code>engine</code>. With 429 and 503, <code>Retry-After</code> says when to try again. A page's failures are HTML for clients that prefer it.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>
${Object.entries(PROBLEMS).map(
  ([code, [status, title]]) =>
    html`<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${title}</td></tr>\n`,
)}
</tbody></table>`,
  };
}

/** What the UV routes compute, from what, and how far to trust it. */
export function modelPage(
  text: Html = html`<h1>The UV model</h1><p>Its page was not shipped with this code.</p>`,
): Page {
  return {
    title: "airlog: the UV model",
    body: html`<p><a href="/docs">The interface</a></p>
${text}`,
  };
}

function names(list: readonly string[]): Html[] {
  return list.map((name, index) => html`${index === 0 ? "" : ", "}<code>${name}</code>`);
}

function terms({ operator, termsUrl }: About): Html {
  const link = termsUrl === undefined ? html`` : html` <a href="${termsUrl}">The full terms</a>`;
  const sentences = termsOfUse({ operator, termsUrl: undefined });
  return html`<h2 id="terms">Terms of use</h2>
<p>${sentences.join(" ")}${link}</p>`;
}

function rateLimit(limit: number | "off"): string {
  return limit === "off"
    ? "Public reads are not limited in number."
    : `Public reads: ${limit} a minute and client, counted by each process of the service; RateLimit headers say what is left.`;
}

function contents(tag: { readonly name: string; readonly description: string }, document: OpenApiDocument): Html {
  const rows = routesOf(tag.name, document).map(
    ({ method, path, operation }) =>
      html`<li><span class="method">${method.toUpperCase()}</span><a href="#${routeAnchor(operation)}"><code>${path}</code></a> ${operation.summary}</li>\n`,
  );
  return html`<h3>${tag.name}</h3><p class="quiet">${tag.description}</p><ul>${rows}</ul>\n`;
}

function operations(tag: string, document: OpenApiDocument): Html {
  return html`<h2>${tag}</h2>${routesOf(tag, document).map((route) => operationSection(route, document))}`;
}

function routesOf(tag: string, document: OpenApiDocument) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  );
}
