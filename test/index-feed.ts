import type { DocumentSource } from "../platform/search/documents/source.ts";
import type { IndexFeed } from "../platform/search/embedded/following/feed.ts";
import { EmbeddedFollower, type Help, type IndexUpdate } from "../platform/search/embedded/following/follower.ts";

/** Builds the index in this thread, where the product uses a worker. */
export function feedInThread(source: DocumentSource, help?: Help): IndexFeed {
  return {
    start(settings) {
      const onUpdate = (update: IndexUpdate) => settings.onUpdate(update, () => undefined);
      const follower = new EmbeddedFollower({ ...settings, onUpdate, source, ...(help && { help }) });
      const done = follower.run();
      return {
        wake: () => follower.wake(),
        async close() {
          follower.close();
          await done;
          await source.close();
        },
      };
    },
  };
}
