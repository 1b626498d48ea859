import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { Html, html } from "../../../platform/http/pages/html.ts";
import type { Locale } from "./language.ts";
import { portalStyle } from "./style.ts";

/** Who stands behind the pages. */
export interface Host {
  readonly operator: string | undefined;
  readonly termsUrl: string | undefined;
}

export interface PortalPage {
  readonly title: string;
  /** One sentence or two for previews of links. */
  readonly description: string;
  /** The page's address, in every language and form. */
  readonly canonical: string;
  /** The same data for programs. */
  readonly alternates: readonly Alternate[];
  /** A document for search engines, as an element. */
  readonly jsonLd: Html;
  /** The content of `main`, with the `h1`. */
  readonly main: ComponentChildren;
}

export interface Alternate {
  readonly type: string;
  readonly address: string;
}

/** Headers of the portal's pages: a browser loads only styles and images of this host. */
export const PORTAL_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  "Referrer-Policy": "same-origin",
} as const;

/** The page in the frame that all pages share, in a language. */
export function renderPortalPage(page: PortalPage, locale: Locale, host: Host): string {
  const { title, description, canonical, alternates, jsonLd, main } = page;
  const frame = (
    <Frame locale={locale} host={host} canonical={canonical}>
      {main}
    </Frame>
  );
  return html`<!doctype html>
<html lang="${locale.tag}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${isolated(title)}</title>
<meta name="description" content="${isolated(description)}"><meta property="og:title" content="${isolated(title)}"><meta property="og:description" content="${isolated(description)}">
<link rel="canonical" href="${canonical}">
${alternates.map(({ type, address }) => html`<link rel="alternate" type="${type}" href="${address}">`)}
<link rel="stylesheet" href="${portalStyle.path}">
${jsonLd}</head>
<body>
${new Html(renderToString(frame))}
</body>
</html>
`.text;
}

/** A text whose direction does not reach what stands beside it. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

function Frame(props: { locale: Locale; host: Host; canonical: string; children: ComponentChildren }) {
  const { locale, host, canonical, children } = props;
  const { language, texts } = locale;
  const { pathname } = new URL(canonical);
  const other = language === "en" ? "no" : "en";
  return (
    <>
      <header>
        <a class="skip" href="#main">
          {texts.skip}
        </a>
        <a href={`/?lang=${language}`}>{texts.startPage}</a>
        <a href={`/docs?lang=${language}`}>{texts.documentation}</a>
        <a
          href={`${pathname}?lang=${other}`}
          hreflang={other === "no" ? "nb" : "en"}
          lang={other === "no" ? "nb" : "en"}
        >
          {texts.otherLanguage}
        </a>
      </header>
      <main id="main">{children}</main>
      <footer>
        <span>{texts.inUtc}</span>
        {host.operator !== undefined && <span>{texts.operator(host.operator)}</span>}
        {host.termsUrl !== undefined && <a href={host.termsUrl}>{texts.terms}</a>}
      </footer>
    </>
  );
}
