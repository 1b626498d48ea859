import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { imageFor } from "./images.ts";

const run = promisify(execFile);

/** The files of the checkout in a folder of their own, where `docker compose` and the scripts of `deploy` can run. */
export interface Checkout {
  readonly folder: string;
  /** Runs a program there. Returns its standard output. @throws Error with its output when it fails */
  run(program: string, ...words: readonly string[]): Promise<string>;
  /** `docker compose`, on the project of this checkout. */
  compose(...words: readonly string[]): Promise<string>;
  /** Changes a file. */
  edit(path: string, change: (text: string) => string): void;
}

/**
 * Copies the files that git tracks, and replaces images that can't be pulled by stand-ins. The gateway listens on `port` of
 * the loopback interface.
 */
export async function makeCheckout(folder: string, project: string, port: number): Promise<Checkout> {
  await run("bash", ["-c", 'git ls-files -z | tar -c --null -T - | tar -x -C "$0"', folder]);
  const env = { ...ownVariables(), COMPOSE_PROJECT_NAME: project, AIRLOG_ADDRESS: `127.0.0.1:${port}` };
  const runHere = async (program: string, ...words: readonly string[]) => {
    const { stdout } = await run(program, [...words], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout.trim();
  };
  const checkout: Checkout = {
    folder,
    run: runHere,
    compose: (...words) => runHere("docker", "compose", ...words),
    edit: (path, change) => {
      const file = join(folder, path);
      writeFileSync(file, change(readFileSync(file, "utf8")));
    },
  };
  const replaced = await replacements(
    ["docker-compose.yml", "Dockerfile"].map((path) => readFileSync(join(folder, path), "utf8")).join("\n"),
  );
  for (const path of ["docker-compose.yml", "Dockerfile"]) {
    checkout.edit(path, (text) => [...replaced].reduce((all, [image, own]) => all.replaceAll(image, own), text));
  }
  letBuildsReachTheRegistry(checkout);
  return checkout;
}

/** The variables of this process, without those that would override `.env`. */
function ownVariables(): NodeJS.ProcessEnv {
  const named = /\$\{(\w+)/g;
  const file = readFileSync("docker-compose.yml", "utf8");
  const names = new Set(["COMPOSE_PROFILES", ...[...file.matchAll(named)].map(([, name = ""]) => name)]);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.has(name)));
}

/** Replacements of the images that can't be pulled. */
async function replacements(text: string): Promise<ReadonlyMap<string, string>> {
  const replaced = new Map<string, string>();
  for (const [, published = ""] of text.matchAll(/^ *(?:image:|FROM) (\S+:\S+)/gm)) {
    const image = await imageFor(published);
    if (image !== undefined) replaced.set(published, image);
  }
  return replaced;
}

/** Gives builds this user's settings of npm, and the certificate authorities of this machine, as secrets. */
function letBuildsReachTheRegistry({ folder }: Checkout): void {
  const settings = join(folder, "..", "npmrc");
  const authorities = process.env["NODE_EXTRA_CA_CERTS"];
  const own = readIfThere(join(homedir(), ".npmrc"))
    .split("\n")
    .filter((line) => !line.startsWith("cafile=") && !line.startsWith("nodedir="));
  writeFileSync(settings, [...own, ...(authorities ? ["cafile=/run/secrets/ca"] : [])].join("\n"), { mode: 0o600 });
  const secrets = { npmrc: settings, ...(authorities && { ca: authorities }) };
  writeFileSync(
    join(folder, "docker-compose.override.yml"),
    JSON.stringify({
      services: { command: { build: { secrets: Object.keys(secrets) } } },
      secrets: Object.fromEntries(Object.entries(secrets).map(([name, file]) => [name, { file }])),
    }),
  );
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
