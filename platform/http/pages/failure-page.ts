import type { ProblemDetails } from "../../../contracts/problem.ts";
import { html } from "./html.ts";
import type { Page } from "./page.ts";

/** A failure as a page for people: what went wrong, and where to continue. */
export function failurePage({ title, status, detail, code, type, errors = [] }: ProblemDetails): Page {
  return {
    title: `airlog: ${title}`,
    body: html`<h1>${title}</h1>
<p>${detail}</p>
${errors.length === 0 ? "" : html`<ul>${errors.map(({ path, message }) => html`<li><code>${path}</code> ${message}</li>`)}</ul>`}
<p><a href="/">Start page</a> · <a href="/docs">The interface</a></p>
<p class="quiet">${status} <a href="${type}"><code>${code}</code></a></p>`,
  };
}
