import type { Tag } from "../../../../contracts/routes/route.ts";
import { COPY_ISLAND } from "../components/snippet.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { capabilityPath, DocsFrame, type Interface } from "./frame.tsx";
import { anchorOf, operationsOf } from "./operations.ts";
import { RouteSection } from "./route-section.tsx";
import { SearchLanguage } from "./search-language.tsx";
import { TypesSection, typesOf } from "./types-section.tsx";

/** The routes of one capability, with all that their declarations say. */
export function capabilityPage(tag: Tag, about: Interface, locale: Locale): PortalPage {
  const { docs: texts } = locale.texts;
  const { name, about: purpose } = texts.capability(tag);
  const path = capabilityPath(tag);
  const routes = operationsOf(tag, about.document);
  const types = typesOf(routes, about.document);
  return {
    title: texts.ofCapability(name),
    description: purpose,
    canonical: `${about.publicUrl}${path}`,
    alternates: [{ type: "application/json", address: "/openapi.json", title: "OpenAPI" }],
    islands: [COPY_ISLAND, "try-it.ts"],
    main: (
      <DocsFrame here={path} locale={locale}>
        <h1>{texts.ofCapability(name)}</h1>
        <p>{purpose}</p>
        <ul class="routes" aria-label={texts.routes}>
          {routes.map((route) => (
            <li key={anchorOf(route)}>
              <a href={`#${anchorOf(route)}`}>
                <span class="method">{route.method}</span> <code>{route.path}</code>
              </a>{" "}
              <span lang="en">{route.operation.summary}</span>
            </li>
          ))}
        </ul>
        {types.length > 0 && (
          <ul class="line">
            <li>
              <a href="#types">{texts.types}</a>
            </li>
            {tag === "Search" && (
              <>
                <li>
                  <a href="#language">{texts.language}</a>
                </li>
                <li>
                  <a href="#fields">{texts.fields}</a>
                </li>
              </>
            )}
          </ul>
        )}
        {routes.map((route) => (
          <RouteSection key={anchorOf(route)} route={route} about={about} locale={locale} />
        ))}
        {tag === "Search" && <SearchLanguage locale={locale} />}
        <TypesSection names={types} document={about.document} locale={locale} />
      </DocsFrame>
    ),
  };
}
