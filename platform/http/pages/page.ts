import { type Html, html } from "./html.ts";
import { stylesheet } from "./style.ts";

export interface Page {
  readonly title: string;
  /** Content of the frame. */
  readonly body: Html;
}

/** Lets a browser load only styles and images of this host. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export const PAGE_TYPE = "text/html; charset=utf-8";

/** Headers of every page, by name and value. */
export const PAGE_HEADERS = { "Content-Security-Policy": CONTENT_SECURITY_POLICY } as const;

/** The whole document: the page in the frame that all pages share. */
export function renderPage({ title, body }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="${stylesheet.path}"></head>
<body>
${body}
</body>
</html>
`.text;
}
