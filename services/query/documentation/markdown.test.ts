import { expect, test } from "vitest";
import { markdown } from "./markdown.ts";

const images = new Map([["a/b.svg", "/assets/b-1.svg"]]);
const rendered = (text: string) => markdown(text, images).text.trim();

test.each([
  ["headings", "# One\n\n## Two `x`\n### Three", "<h1>One</h1>\n<h2>Two <code>x</code></h2>\n<h3>Three</h3>"],
  ["a paragraph over lines", "one\ntwo", "<p>one two</p>"],
  ["marks within a line", "**bold** and `a < b`", "<p><strong>bold</strong> and <code>a &lt; b</code></p>"],
  ["a link", "see [it](https://example.org/?a=1)", '<p>see <a href="https://example.org/?a=1">it</a></p>'],
  ["markup, which is text", "a <script> & 2 * 3 * 4", "<p>a &lt;script&gt; &amp; 2 * 3 * 4</p>"],
  ["a list with long items", "- one\n  more\n- two", "<ul><li>one more</li>\n<li>two</li>\n</ul>"],
  ["indented code", "    R = U\n      − V", "<pre>R = U\n  − V</pre>"],
  ["a comment, which is nothing", "a\n\n<!-- b\n\nc -->\n\nd", "<p>a</p>\n<p>d</p>"],
])("%s", (_what, text, expected) => {
  expect(rendered(text)).toBe(expected);
});

test("a table", () => {
  expect(rendered("| a | b |\n|---|---|\n| 1 | `2` |")).toBe(
    "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>\n<tr><td>1</td><td><code>2</code></td></tr>\n</tbody></table>",
  );
});

test("images are loaded from their addresses, and left out without one", () => {
  expect(rendered("![what](a/b.svg)\n![other](c.svg)")).toBe('<p><img alt="what" src="/assets/b-1.svg"></p>');
});
