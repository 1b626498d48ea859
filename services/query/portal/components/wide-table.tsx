import type { ComponentChildren } from "preact";

/** A table that scrolls inside itself where it is wider than the page. `label` names it, and is unique on its page. */
export function WideTable({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="table" tabindex={0} aria-label={label}>
      <table>{children}</table>
    </section>
  );
}
