import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

/** Opens the Chromium of the npm package. @throws when it does not start on this machine */
export async function openBrowser(): Promise<Browser> {
  // As one process the browser would end with the first page that is closed.
  const args = chromium.args.filter((arg) => arg !== "--single-process");
  return playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true });
}
