import type { ComponentChildren } from "preact";

/** A table that scrolls inside itself. `label` names it, and is unique on its page. */
export function Table({
  label,
  heads,
  children,
}: {
  label: string;
  heads: readonly string[];
  /** Rows. */
  children: ComponentChildren;
}) {
  return (
    <section class="table" tabindex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
