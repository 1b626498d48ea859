import type { Language } from "../../../../contracts/routes/portal/language.ts";
import { PreparedContent, sendPrepared } from "../../http/prepared-content.ts";
import type { SentRead } from "../../http/read.ts";
import { type Locale, localeFor } from "./language.ts";
import { type Host, type PortalPage, portalHeaders, renderPortalPage } from "./layout.tsx";

interface Wanted {
  readonly lang: Language | undefined;
  /** One of few paths, however a request writes it. */
  readonly path: string;
  readonly publicUrl: string;
}

/** Pages that change with the code and the configuration only: each is made and compressed once a language. */
export class KeptPages {
  readonly #host: Host;
  readonly #contents = new Map<string, PreparedContent>();

  constructor(host: Host) {
    this.#host = host;
  }

  send(given: SentRead, { lang, path, publicUrl }: Wanted, make: (locale: Locale) => PortalPage): Promise<void> {
    const locale = localeFor(given.request, lang);
    // Links name the language where the URL does.
    const key = JSON.stringify([publicUrl, path, lang, locale.language]);
    let content = this.#contents.get(key);
    if (content === undefined) {
      const here = lang === undefined ? path : `${path}?lang=${lang}`;
      const text = renderPortalPage(make(locale), locale, this.#host, here);
      const vary = "Accept, Accept-Language, Accept-Encoding";
      content = new PreparedContent(text, "text/html; charset=utf-8", { vary, cacheControl: "no-cache" });
      this.#contents.set(key, content);
    }
    given.response.set(portalHeaders(this.#host));
    return sendPrepared(given, content);
  }
}
