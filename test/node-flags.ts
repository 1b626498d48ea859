import { readFileSync } from "node:fs";

/** The flags that `cli/airlog` gives Node for `airlog start`; every other way to start a service must give them too. */
export function nodeFlags(): string {
  const launcher = readFileSync("cli/airlog", "utf8");
  const [, flags] = /^ {2}start \| demo\) exec node (\S.*) "\$program" "\$@" ;;$/m.exec(launcher) ?? [];
  if (flags === undefined) throw new Error("cli/airlog gives Node no flags");
  return flags;
}
