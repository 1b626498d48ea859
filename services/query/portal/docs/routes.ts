import type { OpenApiDocument } from "../../../../contracts/openapi/document.ts";
import * as declared from "../../../../contracts/routes/portal/docs.ts";
import type { Language } from "../../../../contracts/routes/portal/language.ts";
import type { Html } from "../../../../platform/http/pages/html.ts";
import { problem } from "../../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import type { Identity } from "../../../../platform/settings/identity.ts";
import type { BindRead, SentRead } from "../../http/read.ts";
import { KeptPages } from "../frame/kept-pages.ts";
import type { Locale } from "../frame/language.ts";
import type { Host, PortalPage } from "../frame/layout.tsx";
import { capabilityPage } from "./capability-page.tsx";
import { capabilityPath, type Interface } from "./frame.tsx";
import { modelPage } from "./model-page.tsx";
import { overviewPage } from "./overview-page.tsx";
import { problemsPage } from "./problems-page.tsx";

export interface DocsParts {
  readonly document: OpenApiDocument;
  /** Public reads per minute and client. */
  readonly rateLimit: number | "off";
  /** The text on the UV model; undefined where it was left out. */
  readonly model: Html | undefined;
  /** It is known once the service listens. */
  readonly identity: () => Identity;
  readonly host: Host;
  readonly read: BindRead;
}

/** The description of the interface for people. Its pages change with the code and the configuration only. */
export function docsPageRoutes({
  document,
  rateLimit,
  model,
  identity,
  host,
  read,
}: DocsParts): readonly ServedRoute[] {
  const pages = new KeptPages(host);
  const send = (
    given: SentRead,
    lang: Language | undefined,
    path: string,
    make: (about: Interface, locale: Locale) => PortalPage,
  ) => {
    const { publicUrl } = identity();
    const about = { ...host, document, rateLimit, publicUrl };
    return pages.send(given, { lang, path, publicUrl }, (locale) => make(about, locale));
  };
  return [
    read(declared.docsPage, (given) => send(given, given.parameters.lang, "/docs", overviewPage)),
    read(declared.problemsPage, (given) => send(given, given.parameters.lang, "/docs/problems", problemsPage)),
    read(declared.uvModelPage, (given) =>
      send(given, given.parameters.lang, "/docs/uv-model", (about, locale) => modelPage(model, about, locale)),
    ),
    read(declared.capabilityPage, (given) => {
      const { capability, lang } = given.parameters;
      if (capability === undefined) {
        throw problem("route-unknown", `There is no route ${given.request.path}; /docs lists all routes.`);
      }
      return send(given, lang, capabilityPath(capability), (about, locale) =>
        capabilityPage(capability, about, locale),
      );
    }),
  ];
}
