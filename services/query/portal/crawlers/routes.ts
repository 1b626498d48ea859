import { ROUTES } from "../../../../contracts/routes/all.ts";
import * as declared from "../../../../contracts/routes/portal/crawlers.ts";
import { LIMITS } from "../../../../platform/admission/limits.ts";
import type { EventStore } from "../../../../platform/event-store/port.ts";
import { clientOf } from "../../../../platform/http/client.ts";
import { OpenAnswers } from "../../../../platform/http/open-answers.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import type { Identity } from "../../../../platform/settings/identity.ts";
import type { ChangeFeed } from "../../changes/change-feed.ts";
import { parseCursor } from "../../changes/cursor.ts";
import type { PageKind } from "../../changes/heads.ts";
import { fingerprint, holds } from "../../http/conditional.ts";
import { PreparedContent, sendPrepared } from "../../http/prepared-content.ts";
import type { BindRead } from "../../http/read.ts";
import { stream } from "../../http/streaming.ts";
import { FAVICON } from "./favicon.ts";
import { robotsText } from "./robots.ts";
import { Sitemaps } from "./sitemaps.ts";

const XML = "application/xml; charset=utf-8";
const TOO_MANY = "Too many sitemaps are being read at once; try again.";

export interface CrawlerParts {
  readonly feed: Pick<ChangeFeed, "now" | "page" | "runEnds">;
  readonly eventStore: Pick<EventStore, "start" | "parsePosition">;
  readonly identity: () => Identity;
  readonly read: BindRead;
  /** Addresses of a sitemap; as many as the format allows unless set. */
  readonly maxAddresses?: number;
}

/** What crawlers and browsers look for by themselves: rules, sitemaps, an icon. */
export function crawlerRoutes({ read, identity, ...parts }: CrawlerParts): readonly ServedRoute[] {
  const publicUrl = () => identity().publicUrl;
  const sitemaps = new Sitemaps({ ...parts, publicUrl, pages: new Set(ROUTES.map(({ path }) => path)) });
  const open = new OpenAnswers(LIMITS.sitemaps, TOO_MANY);
  const icon = new PreparedContent(FAVICON, "image/svg+xml; charset=utf-8");
  const ofKind = (kind: PageKind) =>
    read(declared.sitemaps[kind], async ({ request, response, parameters: { after } }) => {
      const begin = after === undefined ? sitemaps.start : parseCursor(after, parts.eventStore);
      using reading = await open.admit(clientOf(request), () => response.destroy());
      const point = await sitemaps.point(kind);
      const tag = `W/"${fingerprint([publicUrl(), kind, after, point.upTo].join(" "))}"`;
      response.set({ ETag: tag, "Cache-Control": "no-cache" });
      if (holds(request, tag)) {
        response.status(304).end();
        return;
      }
      response.setHeader("Content-Type", XML);
      await stream(response, reading.watched(sitemaps.sitemap(kind, begin, point)));
    });
  return [
    read(declared.robots, (given) =>
      sendPrepared(given, new PreparedContent(robotsText(publicUrl()), "text/plain; charset=utf-8")),
    ),
    read(declared.favicon, (given) => sendPrepared(given, icon, { again: () => icon })),
    read(declared.sitemapIndex, async (given) => {
      const { request, response } = given;
      using _reading = await open.admit(clientOf(request), () => response.destroy());
      await sendPrepared(given, new PreparedContent(await sitemaps.index(), XML));
    }),
    read(declared.sitemapOfSections, (given) => sendPrepared(given, new PreparedContent(sitemaps.sections(), XML))),
    ofKind("record"),
    ofKind("facility"),
    ofKind("station"),
  ];
}
