import { asset } from "../../../platform/http/pages/asset.ts";

/** The style of the portal's pages. */
export const portalStyle = asset(
  "portal.css",
  "text/css",
  `:root { color-scheme: light dark; --back: #fff; --text: #16202a; --quiet: #55616d; --line: #c9d1d8; --accent: #00606b; }
@media (prefers-color-scheme: dark) { :root { --back: #12181d; --text: #e6ebef; --quiet: #a3b0ba; --line: #3a4650; --accent: #5cc6d0; } }
body { background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 0 1rem 4rem; overflow-wrap: anywhere; }
a { color: var(--accent); } a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
header, footer { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; padding: 1rem 0; }
header { border-bottom: 1px solid var(--line); } footer { border-top: 1px solid var(--line); margin-top: 3rem; color: var(--quiet); }
header a, footer a { min-height: 24px; display: inline-block; }
.skip { position: absolute; left: -100vw; } .skip:focus { position: static; }
h1 { font-size: 1.75rem; line-height: 1.25; max-width: 50rem; } h2 { font-size: 1.3rem; margin-top: 2.5rem; } h3 { font-size: 1.05rem; }
p, blockquote { max-width: 70ch; } blockquote { margin: 0; padding-left: 1rem; border-left: 3px solid var(--line); }
.text { white-space: pre-wrap; } .quiet { color: var(--quiet); }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) minmax(0, 1fr); gap: 0.25rem 1rem; margin: 0.5rem 0; }
dt { color: var(--quiet); } dd { margin: 0; }
dd > dl { border-left: 1px solid var(--line); padding-left: 1rem; }
ul, ol { padding-left: 1.25rem; margin: 0.5rem 0; } li { padding: 0.125rem 0; }
dd > ul, dd > ol, dd > p { margin-top: 0; } dd > ul.line > li { padding: 0; }
ul.line { display: flex; flex-wrap: wrap; gap: 0 1.5rem; list-style: none; padding: 0; }
code, pre { font: 0.9em/1.45 ui-monospace, monospace; } pre { overflow-x: auto; overflow-wrap: normal; padding: 0.75rem; border: 1px solid var(--line); }
summary { cursor: pointer; font-weight: 600; min-height: 24px; } details { border-top: 1px solid var(--line); padding: 0.5rem 0; }
@media (max-width: 40rem) { dl { grid-template-columns: minmax(0, 1fr); } dt { margin-top: 0.5rem; } dd > dl { padding-left: 0.5rem; } }
@media print { header, footer, .skip { display: none; } }
`,
);
