import { type ChildProcess, execFile } from "node:child_process";

export interface CommandOutcome {
  readonly code: unknown;
  readonly out: string;
  /** The output on stderr. */
  readonly words: string;
}

/** Starts a compiled command with these arguments, without this process's environment. */
export function startCompiled(
  name: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): { readonly child: ChildProcess; readonly ended: Promise<CommandOutcome> } {
  let end: (outcome: CommandOutcome) => void;
  const ended = new Promise<CommandOutcome>((resolve) => {
    end = resolve;
  });
  const child = execFile(process.execPath, ["dist/cli/main.js", name, ...words], { env }, (error, out, said) =>
    end({ code: error?.code ?? 0, out, words: said }),
  );
  return { child, ended };
}

export const runCompiled = (...command: Parameters<typeof startCompiled>): Promise<CommandOutcome> =>
  startCompiled(...command).ended;
