import { getUvPage } from "../../../../contracts/routes/portal/uv.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import type { Identity } from "../../../../platform/settings/identity.ts";
import type { BindRead } from "../../http/read.ts";
import { type ForecastParts, placeForecast } from "../../uv/forecasts.ts";
import { localeFor } from "../frame/language.ts";
import type { Host } from "../frame/layout.tsx";
import { sendPage } from "../frame/send.ts";
import { exposureAt } from "./exposure.ts";
import { placeAsked } from "./place-asked.ts";
import { noPlacePage, uvPage } from "./uv-page.tsx";

export interface UvPageParts {
  readonly uv: ForecastParts;
  readonly identity: () => Identity;
  readonly host: Host;
  readonly read: BindRead;
}

/** The UV index of a place and of the world. */
export function uvPageRoutes({ uv, identity, host, read }: UvPageParts): readonly ServedRoute[] {
  const coastline = host.assets.addressOf("coastline.svg");
  return [
    read(getUvPage, async (given) => {
      const { lang, ...asked } = given.parameters;
      const { publicUrl } = identity();
      const place = placeAsked(asked);
      if (place === undefined) {
        return sendPage(given, { lang, host }, (locale) => noPlacePage(asked, publicUrl, locale));
      }
      const { culture } = localeFor(given.request, lang);
      const { latitude, longitude } = place;
      const answer = await placeForecast(uv, given, { latitude, longitude }, culture);
      const [forecast] = answer?.forecasts ?? [];
      // The reader has left.
      if (answer === undefined || forecast === undefined) return;
      const now = uv.clock().getTime();
      const exposure = exposureAt(asked, place, forecast, now);
      sendPage(given, { lang, host }, (locale) =>
        uvPage({ asked, place, forecast, answer, exposure, now, publicUrl, coastline }, locale),
      );
    }),
  ];
}
