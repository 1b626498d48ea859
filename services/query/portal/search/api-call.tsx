import type { Locale } from "../frame/language.ts";

/** The same search for programs, as a command. */
export function ApiCall({ search, publicUrl, locale }: { search: object; publicUrl: string; locale: Locale }) {
  return (
    <details id="api">
      <summary>{locale.texts.search.apiCall}</summary>
      <pre tabindex={0}>
        <code>{curlOf(search, publicUrl)}</code>
      </pre>
    </details>
  );
}

function curlOf(search: object, publicUrl: string): string {
  const body = JSON.stringify({ search }, undefined, 2);
  // Inside single quotes a shell reads everything as it stands but the quote itself.
  return `curl '${publicUrl}/api/metadata/search' -H 'Content-Type: application/json' -d '${body.replaceAll("'", "'\\''")}'`;
}
