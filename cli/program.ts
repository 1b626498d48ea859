import { Command, CommanderError } from "@commander-js/extra-typings";
import type { Declare } from "./command.ts";

interface Listed {
  /** A line of `airlog --help`. */
  readonly summary: string;
  readonly load: () => Promise<{ readonly declare: Declare }>;
}

/** In the order of `airlog --help`. The file of a command is loaded when it is called. */
const COMMANDS: Readonly<Record<string, Listed>> = {
  start: { summary: "run the system", load: () => import("./start.ts") },
  demo: { summary: "run the system on demonstration data", load: () => import("./demo.ts") },
  account: { summary: "the accounts that may write", load: () => import("./account.ts") },
  views: { summary: "list, drop and verify builds of views", load: () => import("./views.ts") },
  replay: { summary: "build views from the log", load: () => import("./replay.ts") },
  upgrade: {
    summary: "which event versions are written, and the end of an upgrade",
    load: () => import("./upgrade.ts"),
  },
  backup: { summary: "copy the embedded system", load: () => import("./backup.ts") },
  restore: { summary: "make a data folder from a backup", load: () => import("./restore.ts") },
  export: { summary: "write the log to a file", load: () => import("./export.ts") },
  import: { summary: "store an exported log in an empty system", load: () => import("./import.ts") },
  follow: { summary: "keep a copy of a catalogue, or hand its changes on", load: () => import("./follow.ts") },
  "uv-model": { summary: "compute cases with the UV model", load: () => import("./uv-model.ts") },
  "uv-grid": { summary: "convert a NetCDF file to a UV forecast", load: () => import("./uv-grid.ts") },
};

/**
 * Runs the command that the words name. Every command answers `--help` on standard output (exit code 0). Unknown words are
 * reported on standard error before the command does anything (exit code 2).
 */
export async function runAirlog(words: readonly string[]): Promise<void> {
  const program = new Command("airlog")
    .description(
      "Environmental data centre: one log of events, search and aggregate views, and the API that portals read.",
    )
    .addHelpText("after", "\nExit codes: 0 done, 1 failed, 2 wrong use. airlog COMMAND --help says more of a command.")
    .helpCommand(false)
    .enablePositionalOptions()
    .showHelpAfterError()
    .exitOverride();
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).summary(summary);
    if (name === words[0]) (await load()).declare(command);
  }
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}
