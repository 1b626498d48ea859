/** A request that a block of commands made with curl, and its answer. */
export interface Call {
  readonly request: readonly string[];
  readonly headers: string;
  readonly body: string;
  /** The status that the page names, or `[]` for an answer that finds nothing. */
  readonly expected: string | undefined;
}

/** Members whose arrays hold the requested items. */
const FOUND = new Set(["hits", "buckets", "values", "forecasts", "hours"]);

/** Why an answer is not what the page promises: another status, or an empty answer where something should be found. */
export function complaintOf(call: Call): string | undefined {
  const { request, headers, expected } = call;
  // curl itself fails then, and the command with it.
  if (request.some((word) => /^(-\w*f\w*|--fail)$/.test(word))) return undefined;
  const address = request.find((word) => word.startsWith("http")) ?? request.join(" ");
  const status =
    headers
      .match(/^HTTP\/\S+ (\d{3})/gm)
      ?.at(-1)
      ?.slice(-3) ?? "none";
  const named = expected !== undefined && expected !== "[]";
  if (named ? status !== expected : !status.startsWith("2")) {
    return `${address} answered ${status}, not ${named ? expected : "2xx"}: ${contentOf(call).slice(0, 500)}`;
  }
  if (!status.startsWith("2") || status === "204" || request.includes("-o")) return undefined;
  const isEmpty = findsNothing(contentOf(call), headers);
  if (isEmpty === (expected === "[]")) return undefined;
  return `${address} found ${isEmpty ? "nothing" : "something"}: ${contentOf(call).slice(0, 500)}`;
}

/** The body without the headers that `curl -i` shows. */
function contentOf({ body }: Call): string {
  return body.replace(/^(HTTP\/[^\r\n]*\r\n([^\r\n]+\r\n)*\r\n)+/, "");
}

function findsNothing(content: string, headers: string): boolean {
  if (content.trim() === "") return /^content-type:/im.test(headers);
  if (/^content-type: text\/csv/im.test(headers)) return content.trim().split("\n").length < 2;
  if (!/^content-type: application\/json/im.test(headers)) return false;
  const found: unknown = JSON.parse(content);
  if (typeof found === "object" && found !== null && Object.keys(found).length === 0) return true;
  const lists = listsIn(found);
  return lists.length > 0 && lists.every((length) => length === 0);
}

/** The lengths of the arrays that hold the requested items, at any depth. */
function listsIn(value: unknown): number[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    Array.isArray(member) && FOUND.has(name)
      ? [member.length, ...member.flatMap((one) => listsIn(one))]
      : listsIn(member),
  );
}
