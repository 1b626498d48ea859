import { Marked, Renderer, type TokenizerObject } from "marked";
import { Html, html } from "../../../../platform/http/pages/html.ts";

/** Addresses of the images that a text may show, by the path that the text uses. */
export type Images = ReadonlyMap<string, string>;

/**
 * Markdown of our own documents as HTML. HTML in it is shown as text, and its comments are dropped. Images without an
 * address are left out. Only http and https addresses become links. Tables and code scroll inside themselves.
 */
export function markdown(text: string, images: Images): Html {
  const plain = new Renderer();
  let tables = 0;
  let codes = 0;
  const marked = new Marked({
    tokenizer,
    renderer: {
      code({ text }) {
        codes++;
        return html`<pre role="group" aria-label="Code ${codes}" tabindex="0"><code>${text}\n</code></pre>\n`.text;
      },
      table(token) {
        plain.parser = this.parser;
        tables++;
        const table = new Html(plain.table(token).replace(/<th(?=[ >])/g, '<th scope="col"'));
        return html`<section class="table" tabindex="0" aria-label="Table ${tables}">${table}</section>`.text;
      },
      html: () => "",
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        return /^https?:\/\//i.test(href) ? html`<a href="${href}">${new Html(content)}</a>`.text : content;
      },
      image({ href, text: alternative }) {
        const address = images.get(href);
        return address === undefined ? "" : html`<img alt="${alternative}" src="${address}">`.text;
      },
    },
  });
  return new Html(marked.parse(text, { async: false }));
}

/** Comments are the only HTML. Other markup is text, which the library escapes. */
const tokenizer: TokenizerObject = {
  html: (source) => comment(/^ {0,3}<!--.*?-->[ \t]*\n?/s.exec(source), true),
  tag: (source) => comment(/^<!--.*?-->/s.exec(source), false),
};

function comment(match: RegExpExecArray | null, block: boolean) {
  if (match === null) return undefined;
  return { type: "html" as const, raw: match[0], text: "", block, pre: false, inLink: false, inRawBlock: false };
}
