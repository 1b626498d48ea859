/** The preferences of a client (RFC 7240) that are supported. */
export interface Preferences {
  /** Seconds to wait until the write can be read, at most a minute. */
  readonly wait: number | undefined;
  /** Whether the answer shall have a body where it usually has none. */
  readonly representation: boolean;
}

const MAX_WAIT_SECONDS = 60;

/** The first of several preferences of one name counts; unknown and malformed ones are ignored. */
export function readPreferences(header: string | undefined): Preferences {
  const found = new Map<string, string>();
  for (const preference of header?.split(",") ?? []) {
    const [assignment = ""] = preference.split(";", 1);
    const [name = "", ...value] = assignment.split("=");
    const known = name.trim().toLowerCase();
    if (!found.has(known)) found.set(known, unquoted(value.join("=").trim()));
  }
  const wait = found.get("wait") ?? "";
  return {
    wait: /^\d{1,9}$/.test(wait) ? Math.min(Number(wait), MAX_WAIT_SECONDS) : undefined,
    representation: found.get("return")?.toLowerCase() === "representation",
  };
}

function unquoted(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}
