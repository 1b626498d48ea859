import { Fragment } from "preact";
import type { Locale } from "../frame/language.ts";

/** A text of the description: `code` between backticks is marked as such, and paths of these pages are links. */
export function Prose({ text, locale }: { text: string; locale: Locale }) {
  return (
    <>
      {text.split(/(`[^`]+`|\/docs\/[a-z-]+)/).map((part, index) => (
        <Fragment key={index}>
          {part.startsWith("`") && part.length > 2 ? (
            <code>{part.slice(1, -1)}</code>
          ) : part.startsWith("/docs/") ? (
            <a href={locale.href(part)}>{part}</a>
          ) : (
            part
          )}
        </Fragment>
      ))}
    </>
  );
}
