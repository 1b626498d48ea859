import { execFile } from "node:child_process";

export interface CommandOutcome {
  readonly code: unknown;
  readonly out: string;
  /** What it wrote to stderr. */
  readonly words: string;
}

/** Runs a compiled command with these words, and with nothing of this process's environment. */
export function runCompiled(
  name: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [`dist/cli/${name}.js`, ...words], { env }, (error, out, said) => {
      resolve({ code: error?.code ?? 0, out, words: said });
    });
  });
}
