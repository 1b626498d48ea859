import type { LogFormat } from "../config.ts";

/** The account of a new system. */
export interface FirstAccount {
  readonly name: string;
  /** Undefined where the operator has set it. */
  readonly password: string | undefined;
}

/** The message to the user who starts a new system, printed once. */
export function introductionOf({ name, password }: FirstAccount, format: LogFormat): string {
  if (password === undefined) return `first account: ${name}, with the password of AIRLOG_ADMIN_PASSWORD`;
  const another = `npm run account -- password ${name} makes another`;
  if (format === "json") return `first account: ${name}, password: ${password} (shown only now; ${another})`;
  return framed([`first account: ${name}`, `password:      ${password}`, "", `Shown only now; ${another}.`]);
}

function framed(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const edge = "─".repeat(width + 2);
  return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`].join("\n");
}
