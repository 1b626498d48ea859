import type { ComponentChildren } from "preact";
import type { OpenApiDocument } from "../../../../contracts/openapi/document.ts";
import { capabilityName } from "../../../../contracts/routes/portal/docs.ts";
import { TAGS, type Tag } from "../../../../contracts/routes/route.ts";
import type { Locale } from "../frame/language.ts";

/** What the pages about the interface show. */
export interface Interface {
  readonly document: OpenApiDocument;
  readonly operator: string | undefined;
  readonly termsUrl: string | undefined;
  readonly dataLicence: string | undefined;
  readonly rateLimit: number | "off";
  /** The address that paths of routes follow. */
  readonly publicUrl: string;
}

export const capabilityPath = (tag: Tag): string => `/docs/${capabilityName(tag)}`;

const isTag = (name: string): name is Tag => Object.hasOwn(TAGS, name);
export const CAPABILITIES: readonly Tag[] = Object.keys(TAGS).filter(isTag);

/** Content of a page with links to all pages about the interface. `here`: the path of the page. */
export function DocsFrame({ here, locale, children }: { here: string; locale: Locale; children: ComponentChildren }) {
  const { docs: texts } = locale.texts;
  const pages = [
    ["/docs", texts.overview],
    ...CAPABILITIES.map((tag) => [capabilityPath(tag), texts.capability(tag).name]),
    ["/docs/problems", texts.problems.title],
    ["/docs/uv-model", texts.model.title],
    ["/openapi.json", "OpenAPI"],
  ] as const;
  return (
    <div class="docs">
      <nav aria-label={texts.title}>
        <ul>
          {pages.map(([path, name]) => (
            <li key={path}>
              <a
                href={path === "/openapi.json" ? path : locale.href(path)}
                aria-current={path === here ? "page" : undefined}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="docs-content">{children}</div>
    </div>
  );
}
