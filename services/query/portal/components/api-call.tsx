import { type ComponentChildren, Fragment } from "preact";
import { escaped } from "../../../../contracts/printable.ts";
import { capabilityName, routeAnchor } from "../../../../contracts/routes/portal/docs.ts";
import type { RouteDeclaration } from "../../../../contracts/routes/route.ts";
import type { Locale } from "../frame/language.ts";
import { CALLS, shellQuoted } from "./calls.ts";
import { Snippet } from "./snippet.tsx";

/** A read of the API. */
export interface ApiRead {
  readonly route: Pick<RouteDeclaration, "id" | "tag" | "path">;
  /** Path and query, encoded. */
  readonly target: string;
  /** Of a POST. */
  readonly body?: object;
  /** Whether the answer is no text. */
  readonly isBinary?: boolean;
  /** The program of jq that the answer goes through. */
  readonly filter?: string;
}

interface ApiCallProps {
  readonly reads: readonly ApiRead[];
  readonly publicUrl: string;
  readonly locale: Locale;
  /** Remarks on the calls. */
  readonly children?: ComponentChildren;
}

/** The content of a page for programs: the calls as commands, their answers, and where the routes are described. */
export function ApiCall({ reads, publicUrl, locale, children }: ApiCallProps) {
  const { api: texts } = locale.texts;
  return (
    <details class="api-call">
      <summary>{texts.call}</summary>
      {children && <p>{children}</p>}
      {reads.map((read) => (
        <Fragment key={read.target}>
          <Snippet label={`curl: ${read.target}`} code={commandOf(read, publicUrl)} locale={locale} />
          <ul class="line">
            {read.body === undefined && (
              <li>
                <a href={read.target}>{texts.answer}</a>
              </li>
            )}
            <li>
              <a href={locale.href(`/docs/${capabilityName(read.route.tag)}#${routeAnchor(read.route.id)}`)}>
                {texts.reference} <code>{read.route.path}</code>
              </a>
            </li>
          </ul>
        </Fragment>
      ))}
    </details>
  );
}

function commandOf({ target, body, isBinary = false, filter }: ApiRead, publicUrl: string): string {
  const method = body === undefined ? "GET" : "POST";
  const answers = isBinary ? "bytes" : "json";
  const command = CALLS.curl({ method, target, body, needsToken: false, answers }, publicUrl);
  // Characters that would turn the text around stand in texts of the program, whose escapes are JSON's.
  return filter === undefined ? command : `${command} \\\n  | jq ${shellQuoted(escaped(filter))}`;
}
