import { asset } from "./asset.ts";

/** The style of every page. */
export const stylesheet = asset(
  "style.css",
  "text/css",
  `:root { color-scheme: light dark; --quiet: #667; --line: #8884; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 62rem; padding: 1rem 1.5rem 4rem; }
h1 { font-size: 1.6rem; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); } h3 { margin-top: 2rem; }
code, pre { font: 0.9em/1.45 ui-monospace, monospace; } pre { overflow-x: auto; padding: 0.75rem; border: 1px solid var(--line); } pre code { font: inherit; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--line); }
img { display: block; margin: 1rem 0; max-width: 100%; background: #fff; }
.method { font-weight: 600; display: inline-block; min-width: 4.5em; } .quiet { color: var(--quiet); }
`,
);
