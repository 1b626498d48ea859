import { catalogue } from "../../../../contracts/views/catalogue.ts";
import { comparePositions } from "../../../../platform/event-store/port.ts";
import { dropCatalogueIndex, openCatalogueIndexFeed, openUnreadIndex } from "../../../../platform/search/open.ts";
import type { CatalogueIndexFeed } from "../../../../platform/search/port.ts";
import type { TracedIndex } from "../../../../platform/search/traced-index.ts";
import { causesOf } from "../../../../platform/tracing/port.ts";
import type { FollowedBy, Follower } from "../../follower.ts";

/**
 * The search index follows `records`. Of each write it takes the changed documents, so that they need not be read back, and
 * what has caused them, so that traces show how long they take to be found.
 */
export const searchIndex: FollowedBy = {
  name: "index",
  open: ({ generation }, parts) => {
    const build = catalogue.build(generation);
    return followerOf(build, openCatalogueIndexFeed(build, parts), parts.tracedIndex);
  },
  openUnread: ({ generation }, parts) => {
    const build = catalogue.build(generation);
    return followerOf(build, openUnreadIndex(build, parts));
  },
  drop: dropCatalogueIndex,
};

/** `feed` is absent where the processes that search read the table themselves: nothing waits for them. */
function followerOf({ schema }: typeof catalogue, feed?: CatalogueIndexFeed, traced?: TracedIndex): Follower {
  return {
    start: async () => feed?.start(),
    written: (...write) => feed?.table.written(...write),
    forget: () => feed?.table.forget(),
    committed: ({ position, events }) => traced?.committed(schema, position, causesOf(events)),
    hasReached: async (position) => {
      if (!feed) return true;
      const shown = await feed.shown();
      return shown !== undefined && comparePositions(shown, position) >= 0;
    },
    health: () => feed?.health(),
    close: async () => feed?.close(),
  };
}
