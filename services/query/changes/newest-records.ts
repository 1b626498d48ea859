import type { Metadata } from "../../../contracts/metadata.ts";
import { recordFeed } from "../../../contracts/routes/changes.ts";
import { slugOf } from "../../../contracts/slug.ts";
import { shared } from "../../../platform/async/shared.ts";
import { comparePositions, type Position } from "../../../platform/event-store/port.ts";
import { memberOf } from "../../../platform/json/member.ts";
import { lineOf, shortened, withoutControls } from "../dataset/text.ts";
import { PreparedContent } from "../http/prepared-content.ts";
import { type AtomEntry, type AtomFeed, type AtomItem, atomText } from "./atom.ts";
import type { ChangeFeed, PublishedHead, ReadPoint } from "./change-feed.ts";
import { type Content, type ContentParts, contentsOf } from "./contents.ts";
import type { ReadBuilds } from "./heads.ts";

/** Items of a feed. */
export const MAX_ITEMS = 100;
/** In UTF-16 units. */
const MAX_TITLE = 500;
const MAX_SUMMARY = 1_000;

/** Who publishes the records, and where. */
export interface Publisher {
  readonly publicUrl: string;
  readonly name: string;
}

export interface RecordAtomParts {
  readonly feed: Pick<ChangeFeed, "recordsSince">;
  readonly contents: ContentParts;
  readonly publisher: () => Publisher;
}

export interface NewestRecordsParts extends RecordAtomParts {
  readonly feed: Pick<ChangeFeed, "now" | "newestRecords" | "recordsSince">;
}

interface Made {
  readonly position: Position;
  readonly content: PreparedContent;
}

/** The route of a record as JSON. */
const RECORD = "/api/metadata/record";

/** The newest changes of records as an Atom feed. It is made once for each state of the catalogue that is asked for. */
export class NewestRecords {
  readonly #parts: NewestRecordsParts;
  /** At most one is being made. */
  readonly #make = shared(() => this.#makeNow());
  #made: Made | undefined;

  constructor(parts: NewestRecordsParts) {
    this.#parts = parts;
  }

  /** The feed as of now. @throws HttpProblem `view-building` */
  async current(): Promise<PreparedContent> {
    const { upTo: position } = await this.#point();
    if (this.#made?.position === position) return this.#made.content;
    const made = await this.#make();
    // The one that was being made already may show less than this request must see.
    return (comparePositions(made.position, position) < 0 ? await this.#make() : made).content;
  }

  #point(): Promise<ReadPoint> {
    return this.#parts.feed.now(["catalogue"]);
  }

  async #makeNow(): Promise<Made> {
    const { feed, publisher } = this.#parts;
    const { publicUrl, name } = publisher();
    const point = await this.#point();
    const heads = await feed.newestRecords(point, MAX_ITEMS);
    const about = {
      address: publicUrl + recordFeed.path,
      site: `${publicUrl}/`,
      title: `Records of ${name}`,
      author: name,
    };
    const text = await recordAtomText(about, heads, point.builds, this.#parts);
    this.#made = { position: point.upTo, content: new PreparedContent(text, "application/atom+xml; charset=utf-8") };
    return this.#made;
  }
}

/** A feed of the changes. One without any has the time since when there could have been some. */
export async function recordAtomText(
  about: Omit<AtomFeed, "updated" | "items">,
  heads: readonly PublishedHead[],
  builds: ReadBuilds,
  { feed, contents, publisher }: RecordAtomParts,
): Promise<string> {
  const items = await recordItems(heads, builds, contents, publisher().publicUrl);
  return atomText({ ...about, updated: items[0]?.time ?? (await feed.recordsSince()), items });
}

async function recordItems(
  heads: readonly PublishedHead[],
  builds: ReadBuilds,
  contents: ContentParts,
  publicUrl: string,
): Promise<readonly AtomItem[]> {
  const items: AtomItem[] = [];
  for await (const { head, content } of contentsOf(heads, builds, contents)) {
    const id = `${publicUrl}/records/${slugOf(head.subject)}`;
    const json = `${publicUrl}${RECORD}?${new URLSearchParams({ pid: head.subject })}`;
    const addresses = { "text/html": id, "application/json": json };
    const entry = content === undefined ? undefined : { ...describe(head.subject, content), addresses };
    items.push({ id, time: head.time, entry });
  }
  return items;
}

function describe(pid: string, content: Content): Pick<AtomEntry, "title" | "summary"> {
  // Records are checked when they are stored. Their other members are not parsed: a feed has a hundred records.
  const member = memberOf(content.toBuffer(), "identification") ?? Buffer.from("{}");
  const identification: Partial<Metadata["identification"]> = JSON.parse(Buffer.from(member).toString());
  const summary = lineOf(identification.abstract);
  return {
    title: shortened(lineOf(identification.title) ?? withoutControls(pid), MAX_TITLE),
    summary: summary && shortened(summary, MAX_SUMMARY),
  };
}
