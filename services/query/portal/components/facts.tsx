import type { ComponentChildren } from "preact";

/** Names with what they stand for. What is undefined is left out, with its name. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ComponentChildren | undefined])[];
}) {
  return (
    <dl>
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ),
      )}
    </dl>
  );
}
