import { expect, test } from "vitest";
import { markdown } from "./markdown.ts";

const images = new Map([["a/b.svg", '/assets/b-1.svg?"']]);
const rendered = (text: string) => markdown(text, images).text.trim();

test.each([
  ["headings", "# One\n\n## Two `x`\n### Three", "<h1>One</h1>\n<h2>Two <code>x</code></h2>\n<h3>Three</h3>"],
  ["a paragraph over lines", "one\ntwo", "<p>one\ntwo</p>"],
  ["marks within a line", "**bold** and `a < b`", "<p><strong>bold</strong> and <code>a &lt; b</code></p>"],
  ["a list with long items", "- one\n  more\n- two", "<ul>\n<li>one\nmore</li>\n<li>two</li>\n</ul>"],
  [
    "indented code",
    "    R = U\n      < V",
    '<pre role="group" aria-label="Code 1" tabindex="0"><code>R = U\n  &lt; V\n</code></pre>',
  ],
])("%s", (_what, text, expected) => {
  expect(rendered(text)).toBe(expected);
});

test("a table, which scrolls inside itself", () => {
  expect(rendered("| a | b |\n|---|---|\n| 1 | `2` |").replaceAll("\n", "")).toBe(
    `<section class="table" tabindex="0" aria-label="Table 1"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>1</td><td><code>2</code></td></tr></tbody></table></section>`,
  );
});

test.each([
  ["within a line", "a <script> & 2 * 3", "<p>a &lt;script&gt; &amp; 2 * 3</p>"],
  ["as a block", "<div onclick=x>\n*b*\n</div>", "<p>&lt;div onclick=x&gt;\n<em>b</em>\n&lt;/div&gt;</p>"],
  ["after an element whose content browsers take raw", "<code>1 <b</code>", "<p>&lt;code&gt;1 &lt;b&lt;/code&gt;</p>"],
  ["of a script", "<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
  ["in a heading", "# <b>a</b>", "<h1>&lt;b&gt;a&lt;/b&gt;</h1>"],
  ["in a link", "[<img src=x>](https://a.org)", '<p><a href="https://a.org">&lt;img src=x&gt;</a></p>'],
  ["like a comment without an end", "<!-- a <b>", "<p>&lt;!-- a &lt;b&gt;</p>"],
])("HTML %s is text", (_where, text, expected) => {
  expect(rendered(text)).toBe(expected);
});

test("HTML in a table is text", () => {
  expect(rendered("| <i> |\n|---|")).toContain('<th scope="col">&lt;i&gt;</th>');
});

test.each([
  ["over paragraphs", "a\n\n<!-- b\n\nc -->\n\nd", "<p>a</p>\n<p>d</p>"],
  ["around a table", "<!-- b -->\nd\n<!-- end -->\ne", "<p>d</p>\n<p>e</p>"],
  ["within a line", "a <!-- b --> c", "<p>a  c</p>"],
  ["before text", "<!-- b --> <i>", "<p>&lt;i&gt;</p>"],
])("a comment %s is dropped", (_where, text, expected) => {
  expect(rendered(text)).toBe(expected);
});

test("a comment in code is code", () => {
  expect(rendered("`<!-- a -->`")).toBe("<p><code>&lt;!-- a --&gt;</code></p>");
});

test.each([
  ["https://example.org/?a=1&b=%22", '<a href="https://example.org/?a=1&amp;b=%22">it</a>'],
  ["HTTP://example.org", '<a href="HTTP://example.org">it</a>'],
  ['<https://a.org/"onclick="b>', '<a href="https://a.org/&quot;onclick=&quot;b">it</a>'],
  ["javascript:alert(1)", "it"],
  ["data:text/html,a", "it"],
  ["//example.org", "it"],
  ["operations.md", "it"],
])("only addresses of http and https are links: %s", (address, expected) => {
  expect(rendered(`[it](${address})`)).toBe(`<p>${expected}</p>`);
  expect(rendered(`[it][1]\n\n[1]: ${address}`)).toBe(`<p>${expected}</p>`);
});

test("addresses in text are links by the same rule", () => {
  expect(rendered("<https://a.org> https://b.org <mailto:c@d.org>")).toBe(
    '<p><a href="https://a.org">https://a.org</a> <a href="https://b.org">https://b.org</a> mailto:c@d.org</p>',
  );
});

test("images are loaded from their addresses, and left out without one", () => {
  expect(rendered('![a "b" <c>](a/b.svg)\n![other](https://example.org/c.svg)')).toBe(
    '<p><img alt="a &quot;b&quot; &lt;c&gt;" src="/assets/b-1.svg?&quot;">\n</p>',
  );
});
