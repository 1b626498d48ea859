import { CHANGE_KINDS } from "../../../../contracts/changes.ts";
import { sitemapOfSections, sitemaps } from "../../../../contracts/routes/portal/crawlers.ts";
import type { EventStore } from "../../../../platform/event-store/port.ts";
import { publishedAt } from "../../../../platform/views/publication.ts";
import type { ChangeFeed, PublishedHead, PublishedPlace, ReadPoint } from "../../changes/change-feed.ts";
import { type Cursor, cursorText } from "../../changes/cursor.ts";
import { cursorOf, type PageKind } from "../../changes/heads.ts";
import { type XmlElement, xmlDocument, xmlElements } from "../../xml/document.ts";

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** The most that the format allows. */
export const MAX_ADDRESSES = 50_000;

/** Addresses that are read and written before other work gets its turn. */
const MAX_AT_ONCE = 1_000;

const PAGE_KINDS: readonly PageKind[] = ["record", "facility", "station"];

/** The path of the page of a thing, by its kind. */
const PAGES: Readonly<Record<PageKind, string>> = {
  record: "/records/{slug}",
  facility: "/facilities/{slug}",
  station: "/stations/{id}",
};

/** The pages that are there whatever is stored. */
const SECTIONS = ["/", "/facilities", "/air", "/uv", "/docs", "/docs/problems", "/docs/uv-model"];

export interface SitemapParts {
  readonly feed: Pick<ChangeFeed, "now" | "page" | "runEnds">;
  readonly eventStore: Pick<EventStore, "start">;
  readonly publicUrl: () => string;
  /** The paths of the pages that are served. */
  readonly pages: ReadonlySet<string>;
  readonly maxAddresses?: number;
}

/**
 * Sitemaps of all pages. Each holds the things of a kind after a place in the order of their last change, so that it is read by
 * key, and so that the sitemaps of what does not change stay the same. Deleted things count, and are left out.
 */
export class Sitemaps {
  readonly #parts: SitemapParts;
  readonly #maxAddresses: number;

  constructor(parts: SitemapParts) {
    this.#parts = parts;
    this.#maxAddresses = parts.maxAddresses ?? MAX_ADDRESSES;
  }

  /** The index of all sitemaps. @throws HttpProblem `view-building` */
  async index(): Promise<string> {
    const { publicUrl, pages } = this.#parts;
    const kinds = PAGE_KINDS.filter((kind) => pages.has(PAGES[kind]));
    const ofKinds = await Promise.all(kinds.map((kind) => this.#sitemapsOf(kind)));
    const sections = element("sitemap", publicUrl() + sitemapOfSections.path);
    return xmlDocument({ name: "sitemapindex", children: [sections, ...ofKinds.flat()] }, { "": NAMESPACE });
  }

  /** The pages that are there whatever is stored. */
  sections(): string {
    const { publicUrl, pages } = this.#parts;
    const paths = SECTIONS.filter((path) => pages.has(path));
    const children = paths.map((path) => element("url", publicUrl() + path));
    return xmlDocument({ name: "urlset", children }, { "": NAMESPACE });
  }

  /** Where a sitemap without a beginning begins. */
  get start(): Cursor {
    return { position: this.#parts.eventStore.start };
  }

  /** Up to where sitemaps of a kind can be read. @throws HttpProblem `view-building` */
  point(kind: PageKind): Promise<ReadPoint> {
    return this.#parts.feed.now([CHANGE_KINDS[kind]]);
  }

  /** The sitemap of a kind that begins after a place, in pieces. */
  async *sitemap(kind: PageKind, after: Cursor, point: ReadPoint): AsyncGenerator<string> {
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${NAMESPACE}">`;
    let left = this.#maxAddresses;
    for (let [from, more] = [after, true]; more && left > 0; ) {
      const limits = { changes: Math.min(left, MAX_AT_ONCE), bytes: Number.POSITIVE_INFINITY, withContent: false };
      const page = await this.#parts.feed.page(from, point, { kinds: new Set([kind]) }, limits);
      yield xmlElements(page.heads.filter(({ deleted }) => !deleted).map((head) => this.#addressOf(kind, head)));
      left -= page.heads.length;
      ({ next: from, more } = page);
    }
    yield "</urlset>\n";
  }

  #addressOf(kind: PageKind, { key: [key], time }: PublishedHead): XmlElement {
    const path = PAGES[kind].replace(/\{\w+\}/, String(key));
    return element("url", this.#parts.publicUrl() + path, time);
  }

  async #sitemapsOf(kind: PageKind): Promise<XmlElement[]> {
    const ends = await this.#parts.feed.runEnds(this.start, await this.point(kind), kind, this.#maxAddresses);
    const address = this.#parts.publicUrl() + sitemaps[kind].path;
    return ends.map((end, index) => element("sitemap", address + queryAfter(ends[index - 1]), end.time));
  }
}

/** What names the sitemap that begins after a place. */
const queryAfter = (end: PublishedPlace | undefined): string =>
  end === undefined ? "" : `?${new URLSearchParams({ after: cursorText(cursorOf(end)) })}`;

const element = (name: "sitemap" | "url", address: string, changed?: Date): XmlElement => ({
  name,
  children: [
    { name: "loc", children: [address] },
    ...(changed === undefined ? [] : [{ name: "lastmod", children: [publishedAt(changed)] }]),
  ],
});
