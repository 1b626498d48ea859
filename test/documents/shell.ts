import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { type Call, complaintOf } from "./answer.ts";

/** The outcome of a block of commands. */
export interface Outcome {
  readonly output: string;
  /** Commands that failed, and answers that differ from the page. */
  readonly complaints: readonly string[];
}

/** Runs scripts without npm, which takes longer than most of them. */
const PRELUDE = `
set -o pipefail
npm() {
  [ "$1" = run ] || { command npm "$@"; return; }
  shift
  [ "$1" = --silent ] && shift
  local script
  script=$(node -p 'JSON.parse(fs.readFileSync("package.json")).scripts[process.argv[1]] ?? ""' "$1") || return
  [ -n "$script" ] || { echo "package.json has no script $1" >&2; return 1; }
  shift
  [ "$1" = -- ] && shift
  eval "\${script#exec }" '"$@"'
}
curl() {
  local call
  call=$(mktemp -d "$RECORDS/XXXXXXXX")
  printf '%s\\n' "$@" >"$call/arguments"
  [ ! -e "$RECORDS/expected" ] || mv "$RECORDS/expected" "$call/expected"
  echo "$call" >>"$RECORDS/calls"
  command curl "$@" -D "$call/headers" | tee "$call/body"
  return "\${PIPESTATUS[0]}"
}
answers() { echo "$1" >"$RECORDS/expected"; }
`;

/**
 * A bash that runs block after block, so that each block has the variables of the ones before. Records each answer that curl
 * gets.
 */
export class Shell {
  readonly #child;
  readonly #ends: AsyncIterator<string>;
  readonly #records: string;
  #blocks = 0;
  #calls = 0;

  /** `records` is a folder that the shell makes for its records. */
  constructor({ folder, records, environment }: { folder: string; records: string; environment: NodeJS.ProcessEnv }) {
    mkdirSync(records, { recursive: true });
    this.#records = records;
    this.#child = spawn("bash", ["--noprofile", "--norc"], {
      cwd: folder,
      env: { ...environment, RECORDS: records },
      stdio: ["pipe", "ignore", "inherit", "pipe"],
    });
    const ends = this.#child.stdio[3];
    if (!(ends instanceof Readable)) throw new Error("the shell can't say when a block ends");
    this.#ends = createInterface({ input: ends })[Symbol.asyncIterator]();
    this.#child.stdin?.write(PRELUDE);
  }

  async run(commands: string): Promise<Outcome> {
    const base = join(this.#records, `block-${++this.#blocks}`);
    // The last line keeps the whole block from being reported as a failed command.
    writeFileSync(`${base}.sh`, `${withExpectations(commands)}\n:\n`);
    this.#child.stdin?.write(
      `trap 'echo "exit $?: $BASH_COMMAND" >>"${base}.failed"' ERR; . "${base}.sh" >"${base}.output" 2>&1 </dev/null; trap - ERR; echo done >&3\n`,
    );
    const { done } = await this.#ends.next();
    const failed = linesOf(`${base}.failed`).map((line) => `a command failed, ${line}`);
    const complaints = [...failed, ...this.#newCalls().flatMap((call) => complaintOf(call) ?? [])];
    if (done) complaints.push("the shell ended");
    return { output: textOf(`${base}.output`), complaints };
  }

  /** Ends the shell and the background jobs that it started. */
  close(): void {
    this.#child.stdin?.end("kill $(jobs -p) 2>/dev/null\n");
  }

  #newCalls(): Call[] {
    const folders = linesOf(join(this.#records, "calls")).slice(this.#calls);
    this.#calls += folders.length;
    return folders.map((folder) => ({
      request: linesOf(join(folder, "arguments")),
      headers: textOf(join(folder, "headers")),
      body: textOf(join(folder, "body")),
      expected: linesOf(join(folder, "expected"))[0],
    }));
  }
}

/** A comment `# answers 409: …` says which status the next request gets, `# answers []` that it finds nothing. */
function withExpectations(commands: string): string {
  return commands.replace(/^# answers (\d{3}|\[\])/gm, "answers '$1' # ");
}

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");
const linesOf = (path: string) => textOf(path).split("\n").filter(Boolean);
