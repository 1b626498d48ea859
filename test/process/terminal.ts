import { spawnSync } from "node:child_process";

const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;
const hasPython = spawnSync("python3", ["-c", "import pty"]).status === 0;

/** Whether this machine has a program that makes pseudo-terminals. */
export const hasTerminals = hasScript || hasPython;

/** The arguments that run a shell's line on a pseudo-terminal, whose output is the program's own. */
export function onTerminal(line: string): readonly string[] {
  if (hasScript) return ["script", "-qec", line, "/dev/null"];
  return ["python3", "-c", "import pty, sys; pty.spawn(['sh', '-c', sys.argv[1]])", line];
}
