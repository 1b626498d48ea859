import { readFileSync } from "node:fs";

/** What `cli/airlog` gives Node for `airlog start`, and what every other way to start a service has to give it. */
export function nodeFlags(): string {
  const launcher = readFileSync("cli/airlog", "utf8");
  const [, flags] = /^ {2}start \| demo\) exec node (\S.*) "\$program" "\$@" ;;$/m.exec(launcher) ?? [];
  if (flags === undefined) throw new Error("cli/airlog gives Node no flags");
  return flags;
}
