import { Fragment } from "preact";
import { PROBLEMS } from "../../../../contracts/problem.ts";
import type { Locale } from "../frame/language.ts";

/**
 * A text of the description: `code` between backticks is marked as such, and paths of these pages and codes of failures are
 * links.
 */
export function Prose({ text, locale }: { text: string; locale: Locale }) {
  return (
    <>
      {text.split(/(`[^`]+`|\/docs\/[a-z-]+)/).map((part, index) => (
        <Fragment key={index}>
          {part.startsWith("`") && part.length > 2 ? (
            <Code text={part.slice(1, -1)} locale={locale} />
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

function Code({ text, locale }: { text: string; locale: Locale }) {
  if (!Object.hasOwn(PROBLEMS, text)) return <code>{text}</code>;
  return (
    <a href={locale.href(`/docs/problems#${text}`)}>
      <code>{text}</code>
    </a>
  );
}
