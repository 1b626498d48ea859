import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import type { AirQualityIndexName } from "../../../../platform/config.ts";
import { Html, html } from "../../../../platform/http/pages/html.ts";
import type { MapStyle } from "../../../../platform/settings/map-style.ts";
import { isolated } from "../../dataset/text.ts";
import type { PortalAssets } from "./assets.ts";
import { LOCALES, type Locale } from "./language.ts";
import { partsOfPath } from "./path.ts";

/** Who stands behind the pages, and what browsers load from them. */
export interface Host {
  readonly operator: string | undefined;
  readonly termsUrl: string | undefined;
  /** Of values: its SPDX name or address. */
  readonly dataLicence: string | undefined;
  /** The index whose colours the pages have. */
  readonly airQualityIndex: AirQualityIndexName;
  /** The operator's own style of maps. */
  readonly mapStyle?: MapStyle | undefined;
  readonly assets: PortalAssets;
}

/** The parts of the portal that every page leads to. */
export type Section = "search" | "facilities" | "air" | "uv" | "docs";

export interface PortalPage {
  readonly title: string;
  /** One sentence or two for previews of links. */
  readonly description: string;
  /** The page's address, in every language and form. */
  readonly canonical: string;
  /** The section that the page is the beginning of. */
  readonly section?: Section;
  /** The same data for programs. */
  readonly alternates: readonly Alternate[];
  /** A document for search engines, as an element. */
  readonly jsonLd?: Html;
  /** Whether search engines leave the page out. */
  readonly isUnlisted?: boolean;
  /** Names of the islands that enhance the page, such as `copy.ts`. */
  readonly islands?: readonly string[];
  /** The content of `main`, with the `h1`. */
  readonly main: ComponentChildren;
}

export interface Alternate {
  readonly type: string;
  readonly address: string;
  /** What it is, where a page has several of a type. */
  readonly title?: string;
}

/** Headers of the portal's pages: a browser loads nothing but from this host, and maps in the operator's style from its origins. */
export function portalHeaders({ mapStyle }: Pick<Host, "mapStyle">): Readonly<Record<string, string>> {
  const hosts = ["'self'", ...(mapStyle?.origins ?? [])].join(" ");
  return {
    "Content-Security-Policy": `default-src 'none'; script-src 'self'; style-src 'self'; img-src ${hosts} data:; connect-src ${hosts}; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
    "Referrer-Policy": "same-origin",
  };
}

/** The page in the frame that all pages share. `here`: its path with its query, as the client has it. */
export function renderPortalPage(page: PortalPage, locale: Locale, host: Host, here: string): string {
  const { title, description, canonical, alternates, jsonLd, isUnlisted = false, islands = [] } = page;
  const { assets, mapStyle } = host;
  const { addressOf } = assets;
  return html`<!doctype html>
<html lang="${locale.tag}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${isolated(title)}</title>
<meta name="description" content="${isolated(description)}"><meta property="og:title" content="${isolated(title)}"><meta property="og:description" content="${isolated(description)}">
${isUnlisted ? html`<meta name="robots" content="noindex">` : ""}
<link rel="canonical" href="${canonical}">
${alternates.map(({ type, address, title }) => html`<link rel="alternate" type="${type}" href="${address}"${title === undefined ? "" : html` title="${title}"`}>`)}
${mapStyle === undefined ? "" : html`<meta name="map-style" content="${mapStyle.url}">`}
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<link rel="stylesheet" href="${addressOf("portal.css")}">
${islands.map((name) => html`<script type="module" src="${addressOf(name)}"></script>`)}
${jsonLd ?? ""}</head>
<body class="${host.airQualityIndex}">
${new Html(renderToString(<Frame page={page} locale={locale} host={host} here={here} />))}
</body>
</html>
`.text;
}

const SECTIONS: readonly Section[] = ["search", "facilities", "air", "uv", "docs"];

function Frame({ page, locale, host, here }: { page: PortalPage; locale: Locale; host: Host; here: string }) {
  const { texts, href } = locale;
  return (
    <>
      <header class="page-head">
        <a class="skip" href="#main">
          {texts.skip}
        </a>
        <a class="page-name" href={href("/")}>
          {host.operator ?? "airlog"}
        </a>
        <nav aria-label={texts.sections}>
          <ul class="line">
            {SECTIONS.map((section) => (
              <li key={section}>
                <a href={href(`/${section}`)} aria-current={section === page.section ? "page" : undefined}>
                  {texts[section].section}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <OtherLanguages locale={locale} here={here} />
      </header>
      <main id="main">{page.main}</main>
      <footer class="page-foot">
        {host.operator !== undefined && <span>{texts.operator(host.operator)}</span>}
        {host.termsUrl !== undefined && <a href={host.termsUrl}>{texts.terms}</a>}
        <a href={href("/docs")}>{texts.documentation}</a>
      </footer>
    </>
  );
}

/** The same page in each other language. */
function OtherLanguages({ locale, here }: { locale: Locale; here: string }) {
  const { pathname, searchParams } = partsOfPath(here);
  return Object.values(LOCALES)
    .filter(({ language }) => language !== locale.language)
    .map(({ language, tag, texts }) => {
      searchParams.set("lang", language);
      return (
        <a class="other-language" key={tag} href={`${pathname}?${searchParams}`} hreflang={tag} lang={tag}>
          {texts.ownName}
        </a>
      );
    });
}
