import type { Language } from "../../../../contracts/routes/portal/language.ts";
import { fingerprint, holds } from "../../http/conditional.ts";
import type { SentRead } from "../../http/read.ts";
import { type Locale, localeFor } from "./language.ts";
import { type Host, type PortalPage, portalHeaders, renderPortalPage } from "./layout.tsx";

/** Answers a page in the client's language: the one that the URL names, else by `Accept-Language`. */
export function sendPage(
  given: SentRead,
  { lang, host }: { readonly lang: Language | undefined; readonly host: Host },
  make: (locale: Locale) => PortalPage,
): void {
  const locale = localeFor(given.request, lang);
  given.response.set(portalHeaders(host));
  const body = renderPortalPage(make(locale), locale, host, given.request.url);
  sendNegotiated(given, { type: "text/html; charset=utf-8", body });
}

interface Content {
  readonly type: string;
  readonly body: string;
}

/** Answers content that depends on `Accept` and `Accept-Language`, or 304 when the client has it. */
export function sendNegotiated({ request, response }: SentRead, { type, body }: Content): void {
  // Weak, since the answer may be compressed later.
  const tag = `W/"${fingerprint(`${type}\n${body}`)}"`;
  response.vary("Accept, Accept-Language").set({ ETag: tag, "Cache-Control": "no-cache" });
  if (holds(request, tag)) response.status(304).end();
  else response.set("Content-Type", type).end(body);
}
