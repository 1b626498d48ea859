import { SearchRejected } from "../errors/rejected.ts";
import { isObject, type JsonObject, type Location, locationOfEnd, locationOfValue } from "../json/json.ts";

/**
 * Reads a member; a refusal inside it is wrapped as Elasticsearch's object parser wraps it. `endOfRefused`: where the parser
 * stopped, if that lies inside the member.
 */
export function inMember<Value>(
  { kind, body }: { readonly kind: string; readonly body: JsonObject },
  member: string,
  read: () => Value,
  endOfRefused: (refusal: SearchRejected) => Location | undefined = () => undefined,
): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SearchRejected)) throw error;
    const value = body.get(member);
    const at = endOfRefused(error) ?? (isObject(value) ? locationOfEnd(value) : locationOfValue(body, member));
    throw wrapped(error, `[${kind}] failed to parse field [${member}]`, at);
  }
}

/** An exception of Elasticsearch's own stays the root cause. */
function wrapped({ error }: SearchRejected, reason: string, at: Location | undefined): SearchRejected {
  const { root_cause, ...cause } = error;
  const outer = { type: "x_content_parse_exception", reason: at ? `[${at.line}:${at.col}] ${reason}` : reason };
  const keepsRoot = cause["type"] === "parsing_exception" || cause["type"] === "x_content_parse_exception";
  return new SearchRejected(400, { root_cause: keepsRoot ? root_cause : [outer], ...outer, caused_by: cause });
}
