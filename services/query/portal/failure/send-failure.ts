import { type Language, language } from "../../../../contracts/routes/portal/language.ts";
import { correlationId } from "../../../../platform/http/application.ts";
import type { SendFailure } from "../../../../platform/http/failure-forms.ts";
import { sentQuery } from "../../../../platform/http/parameters.ts";
import type { Identity } from "../../../../platform/settings/identity.ts";
import { localeFor } from "../frame/language.ts";
import { type Host, portalHeaders, renderPortalPage } from "../frame/layout.tsx";
import { partsOfPath } from "../frame/path.ts";
import { correctableForm } from "./correctable-forms.ts";
import { correctionPage } from "./correction-page.tsx";
import { failurePage } from "./failure-page.tsx";

/** Sends failures of pages in the frame of the portal, in the client's language: what was typed into a form to correct it. */
export function failurePageSender(host: Host, identity: () => Identity): SendFailure {
  return (response, details) => {
    const { req: request } = response;
    const here = request.url;
    const { pathname } = partsOfPath(here);
    const { errors } = details;
    const form = errors && correctableForm(pathname);
    const typed = sentQuery(form?.page ?? {}, here);
    const locale = localeFor(request, languageOf(typed.get("lang")));
    const retryAfter = Number(response.getHeader("Retry-After"));
    const canonical = `${identity().publicUrl}${pathname}`;
    const page = form
      ? correctionPage(form, { typed, errors, canonical, path: pathname }, locale)
      : failurePage(
          details,
          {
            ...{ here, canonical },
            id: correlationId(response),
            retryAfter: retryAfter > 0 ? retryAfter : undefined,
          },
          locale,
        );
    response
      .vary("Accept-Language")
      .set({ ...portalHeaders(host), "Cache-Control": "no-cache" })
      .type("text/html; charset=utf-8")
      .send(renderPortalPage(page, locale, host, here));
  };
}

/** A language that can't be read is one of the failures. */
function languageOf(text: string | null): Language | undefined {
  const lang = language.schema.safeParse(text);
  return lang.success ? language.read(String(text)) : undefined;
}
