import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

/** A browser until the hook, or why none starts here: suites are skipped with that reason. */
export async function browserUntil(hook: (end: () => Promise<void>) => void): Promise<Browser | string> {
  const browser = await openBrowser().catch((error: unknown) => String(error));
  if (typeof browser === "string") process.stderr.write(`no browser starts, its suite is skipped: ${browser}\n`);
  else hook(() => browser.close());
  return browser;
}

/** Opens the Chromium of the npm package. @throws when it does not start on this machine */
async function openBrowser(): Promise<Browser> {
  // As one process the browser would end with the first page that is closed.
  const args = chromium.args.filter((arg) => arg !== "--single-process");
  return playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true });
}
