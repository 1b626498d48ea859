import type { Html } from "../../../../platform/http/pages/html.ts";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { DocsFrame, type Interface } from "./frame.tsx";

/** What the UV routes compute, from what, and how far to trust it. `text`: with a heading; undefined where it was left out. */
export function modelPage(text: Html | undefined, { publicUrl }: Interface, locale: Locale): PortalPage {
  const { title, description, missing } = locale.texts.docs.model;
  return {
    title,
    description,
    canonical: `${publicUrl}/docs/uv-model`,
    alternates: [{ type: "application/json", address: "/openapi.json", title: "OpenAPI" }],
    main: (
      <DocsFrame here="/docs/uv-model" locale={locale}>
        {text === undefined ? (
          <>
            <h1>{title}</h1>
            <p>{missing}</p>
          </>
        ) : (
          <div lang="en" class="document" dangerouslySetInnerHTML={{ __html: text.text }} />
        )}
      </DocsFrame>
    ),
  };
}
