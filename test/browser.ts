import type { Browser } from "playwright-core";
import { openBrowser } from "../bench/browser.ts";

/** A browser until the hook, or why none starts here: suites are skipped with that reason. */
export async function browserUntil(hook: (end: () => Promise<void>) => void): Promise<Browser | string> {
  const browser = await openBrowser().catch((error: unknown) => String(error));
  if (typeof browser === "string") process.stderr.write(`no browser starts, its suite is skipped: ${browser}\n`);
  else hook(() => browser.close());
  return browser;
}
