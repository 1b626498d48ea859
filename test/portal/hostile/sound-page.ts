import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { exchange } from "../../exchange.ts";

/** Bytes of a page on the wire at most. */
const MAX_BYTES = 100_000;

/** An answer to a request for a page. */
export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Asks for a path as a browser does, and expects of the answer what holds for every page, whatever is asked. */
export async function soundAnswer(base: string, path: string): Promise<Answered> {
  const accepted = { Accept: "text/html, */*;q=0.5", "Accept-Encoding": "gzip" };
  const { status, headers, bytes } = await exchange(base, "GET", path, { headers: accepted });
  const text = (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
  const type = String(headers["content-type"]).replace(/;.*/, "");
  const about = `${path.slice(0, 300)}: ${status}`;
  expect(status, `${about} ${text.slice(0, 300)}`).toBeLessThan(500);
  expect(headers["x-content-type-options"], about).toBe("nosniff");
  if (type === "text/html") {
    expect(headers["content-security-policy"], about).toMatch(
      /^default-src 'none'; script-src 'self';.* form-action 'self'$/,
    );
    expect(bytes.length, about).toBeLessThan(MAX_BYTES);
    expect(strangeIn(text), about).toEqual([]);
  }
  return { status, type, text };
}

/** Scripts that pages have: their islands, and blocks of data. */
const OWN_SCRIPT =
  /<script type="module" src="\/assets\/[\w-]+\.js"><\/script>|<script type="application\/(?:ld\+)?json">[^<]*<\/script>/g;

/** What a page would only have where a text became more than text, or turned what stands beside it. */
export function strangeIn(html: string): readonly string[] {
  const rest = html.replaceAll(OWN_SCRIPT, "");
  const markup = rest.match(/<\/?script|<img src=x|<b>&|&<b>|<!--|<(?:\/title|h1|main)\b/g) ?? [];
  // What attributes hold stands alone.
  const shown = html.replaceAll(/ [\w-]+="[^"]*"/g, "");
  const controls = /[\u202A-\u202E\u2066-\u2069]/g;
  const turning = shown.replaceAll(/\u2068[^\u202A-\u202E\u2066-\u2069]*\u2069/g, "").match(controls) ?? [];
  const once = ["</title", "<h1", "<main"];
  return [
    ...markup.filter((each) => !once.includes(each)),
    ...once.filter((each) => markup.filter((found) => found === each).length !== 1),
    ...turning.map((each) => `U+${each.charCodeAt(0).toString(16)}`),
  ];
}
