import { termsOfUse } from "../../../../contracts/openapi/terms.ts";
import { getDescription } from "../../../../contracts/routes/documentation.ts";
import type { Tag } from "../../../../contracts/routes/route.ts";
import { ApiCall } from "../components/api-call.tsx";
import { COPY_ISLAND } from "../components/snippet.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { Calls } from "./call-snippets.tsx";
import { exampleCall } from "./example-call.ts";
import { CAPABILITIES, capabilityPath, DocsFrame, type Interface } from "./frame.tsx";
import { anchorOf, operationsOf } from "./operations.ts";
import { Prose } from "./prose.tsx";

interface Shown {
  readonly about: Interface;
  readonly locale: Locale;
}

/** What programs can do here, by capability, and what holds for all routes. */
export function overviewPage(about: Interface, locale: Locale): PortalPage {
  const { docs: texts } = locale.texts;
  return {
    title: texts.title,
    description: texts.description,
    canonical: `${about.publicUrl}/docs`,
    section: "docs",
    alternates: [{ type: "application/json", address: "/openapi.json", title: "OpenAPI" }],
    islands: [COPY_ISLAND],
    main: <Main about={about} locale={locale} />,
  };
}

function Main({ about, locale }: Shown) {
  const { docs: texts } = locale.texts;
  const { document, publicUrl } = about;
  const [first] = operationsOf("Facilities", document);
  return (
    <DocsFrame here="/docs" locale={locale}>
      <h1>{texts.title}</h1>
      <p>{texts.lead}</p>
      <ApiCall reads={[{ route: getDescription, target: getDescription.path }]} publicUrl={publicUrl} locale={locale}>
        {texts.openApi}
      </ApiCall>
      <h2 id="first-call">{texts.firstCall}</h2>
      {first && <Calls call={exampleCall(first)} base={publicUrl} locale={locale} level={3} />}
      <p>{texts.client}</p>
      <h2 id="routes">{texts.routes}</h2>
      {CAPABILITIES.map((tag) => (
        <Capability key={tag} tag={tag} about={about} locale={locale} />
      ))}
      <h2 id="rules">{texts.rules}</h2>
      <div lang="en">
        {String(document.info["description"])
          .split("\n\n")
          .slice(1)
          .map((paragraph) => (
            <p key={paragraph}>
              <Prose text={paragraph} locale={locale} />
            </p>
          ))}
      </div>
      <p>{about.rateLimit === "off" ? texts.noRateLimit : texts.rateLimit(locale.number(about.rateLimit))}</p>
      <h2 id="language">{texts.language}</h2>
      <p>
        <a href={locale.href("/docs/search#language")}>{texts.languageLink}</a>
      </p>
      <h2 id="fields">{texts.fields}</h2>
      <p>
        <a href={locale.href("/docs/search#fields")}>{texts.fieldsLink}</a>
      </p>
      <h2 id="terms">{locale.texts.terms}</h2>
      <Terms about={about} locale={locale} />
    </DocsFrame>
  );
}

/** A capability with its routes. Their anchors are those that their descriptions have on the capability's page. */
function Capability({ tag, about, locale }: Shown & { tag: Tag }) {
  const { name, about: purpose } = locale.texts.docs.capability(tag);
  const path = capabilityPath(tag);
  return (
    <>
      <h3>
        <a href={locale.href(path)}>{name}</a>
      </h3>
      <p>{purpose}</p>
      <ul class="routes">
        {operationsOf(tag, about.document).map((route) => (
          <li key={anchorOf(route)} id={anchorOf(route)}>
            <a href={locale.href(`${path}#${anchorOf(route)}`)}>
              <span class="method">{route.method}</span> <code>{route.path}</code>
            </a>{" "}
            <span lang="en">{route.operation.summary}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The terms are in the language in which they are given. */
function Terms({ about: { operator, termsUrl, dataLicence }, locale }: Shown) {
  return (
    <>
      <p lang="en">{termsOfUse({ operator, termsUrl: undefined, dataLicence }).join(" ")}</p>
      {termsUrl !== undefined && (
        <p>
          <a href={termsUrl}>{locale.texts.docs.fullTerms}</a>
        </p>
      )}
    </>
  );
}
