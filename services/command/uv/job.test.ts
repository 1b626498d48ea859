import { expect, test, vi } from "vitest";
import type { EventType } from "../../../contracts/events.ts";
import { eventStoreWith } from "../../../test/doubles/event-store.ts";
import { uvGrid } from "../../../test/uv-grids.ts";
import { publishUvForecastJob } from "./job.ts";

const metadata = { time: "2026-06-21T06:00:00Z", actor: "forecaster", provider: "met", correlationId: "c" };
const document = JSON.stringify(uvGrid({ day: "2026-06-21" }));

test.each<[EventType, EventType]>([
  ["UvGridFieldAdded", "UvForecastPublished"],
  ["UvForecastPublished", "UvGridFieldAdded"],
])("nothing is stored for a route that declares %s and not %s", async (declared, undeclared) => {
  const append = vi.fn();
  const store = eventStoreWith({ latest: async () => new Map(), append });
  const context = { metadata, dryRun: false, appends: [declared], versions: {} };
  const published = async () => publishUvForecastJob.run(store, { bytes: new TextEncoder().encode(document), context });
  await expect(published()).rejects.toThrow(`the route does not declare that it appends ${undeclared}`);
  expect(append).not.toHaveBeenCalled();
});
