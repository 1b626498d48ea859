import { expect, onTestFinished, test } from "vitest";
import { EventStoreDouble } from "../doubles/eventstoredb/server.ts";
import { startHere, USUAL } from "../end-to-end/system.ts";
import { folderUntil } from "../folder.ts";
import { untilReady } from "../health.ts";
import { freshDatabase } from "../postgres.ts";

/** Less than the ten seconds that Prometheus waits for a scrape by default. */
const SCRAPE_TIMEOUT_MS = 7_500;

test("a process that has lost EventStoreDB is scraped all the same, and counts the loss", async () => {
  const double = await EventStoreDouble.start();
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  const own = { DATABASE_URL: fresh.url, AIRLOG_DATA: folderUntil(onTestFinished), EVENTSTORE_URL: double.url };
  const running = await startHere({ ...USUAL, ...own });
  onTestFinished(() => running.close());
  await untilReady(running.url);
  const scrape = async () => {
    const answer = await fetch(`${running.url}/metrics`, { signal: AbortSignal.timeout(SCRAPE_TIMEOUT_MS) });
    return answer.text();
  };
  expect(await scrape()).toMatch(/^airlog_view_lag_events\{view="catalogue",/m);

  double.goDown();
  let exposed = await scrape();
  expect(exposed).not.toMatch(/^airlog_view_lag_events\{/m);
  while (!/^airlog_engine_errors_total\{engine="eventstoredb"\} [1-9]/m.test(exposed)) exposed = await scrape();
}, 120_000);
