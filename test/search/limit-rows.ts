import { type LimitName, limits } from "./listed-limit.ts";
import { LISTED_LIMITS } from "./search-limits.ts";

const BY = {
  embedded: " (embedded engine)",
  engine: " (each engine itself)",
  elasticsearch: " (before Elasticsearch)",
} as const;

/** The rows of the document: name, limit, and the answer beyond it. */
export function limitRows(): readonly string[] {
  return (Object.keys(LISTED_LIMITS) as LimitName[]).map((limit) => {
    const { name, beyond, by } = LISTED_LIMITS[limit];
    const answer = typeof beyond === "string" ? `\`${beyond}\`` : beyond.answer;
    return `| ${name}${by ? BY[by] : ""} | ${inWords(limit, limits[limit])} | ${answer} |`;
  });
}

function inWords(name: string, limit: number): string {
  if (name.endsWith("_BYTES")) return `${limit / 2 ** 20} MiB`;
  if (name.endsWith("_MS")) return `${limit / 1_000} s`;
  return limit.toLocaleString("en");
}
