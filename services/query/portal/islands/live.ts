import type { LiveConfig } from "../components/live-config.ts";
import { PeriodText } from "../components/period-text.ts";
import { ageText } from "../frame/age.ts";
import { renewParts } from "./live/parts.ts";
import { Renewal } from "./live/renewal.ts";
import { SharedChanges } from "./live/shared-changes.ts";

/** Keeps the parts of the page that are marked with `data-live` as the server has them, and says whether it can. */

const AGES_INTERVAL_MS = 15_000;
/** Values also grow too old for the page while nothing changes. */
const MAX_PAGE_AGE_MS = 5 * 60_000;
const ANNOUNCEMENT_INTERVAL_MS = 60_000;

const state = document.querySelector<HTMLElement>("[data-live-state]");
if (state) keepUp(state);

function keepUp(state: HTMLElement): void {
  const { region, offset, texts }: LiveConfig = JSON.parse(state.dataset["liveState"] ?? "");
  const [connection, announcement] = state.querySelectorAll("p");
  const times = new PeriodText(region, offset);
  /** The server's clock ahead of this one. */
  let clockAheadMs = 0;
  let renewedAt = performance.now();
  let isAnnouncing = false;
  let announcedAt = Number.NEGATIVE_INFINITY;

  const showAges = (): void => {
    for (const age of document.querySelectorAll<HTMLElement>("[data-ended]")) {
      const text = ageText(Date.now() + clockAheadMs - Number(age.dataset["ended"]), region);
      if (age.textContent !== text) age.textContent = text;
    }
  };
  const announce = (): void => {
    const news = document.querySelector("[data-news]")?.textContent;
    if (announcement && news) announcement.textContent = texts.news.replace("#", () => news.replace(/\s+/g, " "));
    announcedAt = performance.now();
    isAnnouncing = false;
  };
  const renewal = new Renewal(async () => {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-cache" });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    clockAheadMs = Date.parse(answer.headers.get("Date") ?? "") - Date.now() || 0;
    renewedAt = performance.now();
    if (renewParts(page) && !isAnnouncing) {
      isAnnouncing = true;
      setTimeout(announce, Math.max(0, announcedAt + ANNOUNCEMENT_INTERVAL_MS - performance.now()));
    }
    showAges();
  });

  new SharedChanges({
    changed: () => renewal.request(),
    connection: (lostSince) => {
      if (!connection) return;
      const since = lostSince === undefined ? undefined : times.clock((lostSince + clockAheadMs) / 1000);
      connection.textContent = since === undefined ? texts.open : texts.lost.replace("#", since);
    },
  });
  setInterval(() => {
    if (document.visibilityState === "hidden") return;
    showAges();
    if (performance.now() - renewedAt > MAX_PAGE_AGE_MS) renewal.request();
  }, AGES_INTERVAL_MS);
}
