import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { getFacility } from "../../../../contracts/routes/facilities.ts";
import { searchByBody } from "../../../../contracts/routes/search.ts";
import { getUvMap } from "../../../../contracts/routes/uv.ts";
import { LOCALES } from "../frame/language.ts";
import { ApiCall, type ApiRead } from "./api-call.tsx";

const publicUrl = "https://data.example.org";

const shown = (reads: readonly ApiRead[], note?: string) =>
  renderToString(h(ApiCall, { reads, publicUrl, locale: LOCALES.no }, note));

/** The commands as a browser shows them. */
const commandsOf = (html: string) =>
  Array.from(html.matchAll(/<pre[^>]*><code>(.*?)<\/code>/gs), ([, code = ""]) =>
    code.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&"),
  );

test("a read is a command, its answer, and its description", () => {
  const html = shown([{ route: getFacility, target: "/api/facilities/it's?a=1&b=2" }], "About it.");
  expect(html).toContain("<summary>Som API-kall</summary><p>About it.</p>");
  expect(commandsOf(html)).toEqual(["curl 'https://data.example.org/api/facilities/it'\\''s?a=1&b=2'"]);
  expect(html).toContain(`href="/api/facilities/it's?a=1&amp;b=2">Se svaret</a>`);
  expect(html).toContain('href="/docs/facilities#route-getFacility"');
  expect(html).toContain('data-copy="Kopier"');
});

test("a read with a body sends it, whatever it holds, and has no address to open", () => {
  const body = { search: { query: "it's <b> $HOME `id`" } };
  const html = shown([{ route: searchByBody, target: searchByBody.path, body }]);
  const [command = ""] = commandsOf(html);
  const [, sent = ""] = /<<'JSON'\n(.*)\nJSON$/s.exec(command) ?? [];
  expect(JSON.parse(sent)).toEqual(body);
  expect(html).not.toContain("Se svaret");
});

test("several reads stand one below the other; a picture goes into a file, and an answer through a filter", () => {
  const commands = commandsOf(
    shown([
      { route: getUvMap, target: "/uv/map/2026-06-21T09:00:00Z", isBinary: true },
      { route: getFacility, target: "/api/facilities/56kt", filter: `select(.name == "it's \u202E")` },
    ]),
  );
  expect(commands[0]).toContain("--output answer");
  expect(commands[1]).toBe(
    "curl 'https://data.example.org/api/facilities/56kt' \\\n  | jq 'select(.name == \"it'\\''s \\u202e\")'",
  );
});
