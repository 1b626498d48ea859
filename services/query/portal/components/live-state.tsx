import type { Locale } from "../frame/language.ts";
import type { LiveConfig } from "./live-config.ts";

/**
 * The state of a page that renews its parts which are marked with `data-live`, by the island `live.ts`: whether new values
 * come, and an announcement of those that have come, the text that is marked with `data-news`.
 */
export function LiveState({ offset, locale }: { offset: number; locale: Locale }) {
  const config: LiveConfig = { region: locale.region, offset, texts: locale.texts.live };
  return (
    <div class="live-state" data-live-state={JSON.stringify(config)}>
      <p class="quiet" role="status" />
      <p class="visually-hidden" role="status" />
    </div>
  );
}
