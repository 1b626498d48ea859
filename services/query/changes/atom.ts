import { publishedAt } from "../../../platform/views/publication.ts";
import { type XmlElement, xmlDocument } from "../xml/document.ts";

/** A feed of Atom (RFC 4287), with tombstones (RFC 6721). */
export interface AtomFeed {
  /** Its own, which is its identity too. */
  readonly address: string;
  /** Of the site that it belongs to. */
  readonly site: string;
  readonly title: string;
  readonly author: string;
  /** When it changed last. */
  readonly updated: Date;
  /** The newest first. */
  readonly items: readonly AtomItem[];
}

/** Something that changed or was deleted. */
export interface AtomItem {
  readonly id: string;
  /** Of the change or deletion. */
  readonly time: Date;
  /** Undefined where it was deleted. */
  readonly entry: AtomEntry | undefined;
}

export interface AtomEntry {
  readonly title: string;
  readonly summary: string | undefined;
  /** Where it can be read, by media type. */
  readonly addresses: Readonly<Record<string, string>>;
}

const NAMESPACES = { "": "http://www.w3.org/2005/Atom", at: "http://purl.org/atompub/tombstones/1.0" };

export function atomText({ address, site, title, author, updated, items }: AtomFeed): string {
  const root: XmlElement = {
    name: "feed",
    children: [
      text("id", address),
      text("title", title),
      text("updated", publishedAt(updated)),
      { name: "author", children: [text("name", author)] },
      link("self", "application/atom+xml", address),
      link("alternate", "text/html", site),
      ...items.map(itemElement),
    ],
  };
  return xmlDocument(root, NAMESPACES);
}

function itemElement({ id, time, entry }: AtomItem): XmlElement {
  if (!entry) return { name: "at:deleted-entry", attributes: { ref: id, when: publishedAt(time) } };
  const { title, summary, addresses } = entry;
  return {
    name: "entry",
    children: [
      text("id", id),
      text("title", title),
      text("updated", publishedAt(time)),
      ...Object.entries(addresses).map(([type, href]) => link("alternate", type, href)),
      ...(summary === undefined ? [] : [text("summary", summary)]),
    ],
  };
}

const text = (name: string, content: string): XmlElement => ({ name, children: [content] });

const link = (rel: "self" | "alternate", type: string, href: string): XmlElement => ({
  name: "link",
  attributes: { rel, type, href },
});
