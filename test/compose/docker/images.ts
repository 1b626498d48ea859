import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { docker } from "./docker.ts";

const BUILD = resolve("test/compose/images/build");

/** Stand-ins for published images that can't be pulled, by the beginning of the image's name. EventStoreDB has none. */
const STAND_INS: Readonly<Record<string, string>> = {
  "node:": "node",
  "postgres:": "postgres",
  "nginxinc/nginx-unprivileged:": "nginx",
  "apache/kafka:": "kafka",
  "elasticsearch:": "elasticsearch",
};

const found = new Map<string, Promise<string | undefined>>();

/**
 * The image to run in place of `published`: itself if it is here or can be pulled, otherwise its stand-in. Undefined if
 * there is neither. @throws Error when the stand-in can't be built
 */
export function imageFor(published: string): Promise<string | undefined> {
  const image = found.get(published) ?? lookedUp(published);
  found.set(published, image);
  return image;
}

async function lookedUp(published: string): Promise<string | undefined> {
  if (await isPulled(published)) return published;
  const [, standIn] = Object.entries(STAND_INS).find(([beginning]) => published.startsWith(beginning)) ?? [];
  if (standIn === undefined) return undefined;
  await promisify(execFile)(BUILD, [standIn]);
  return `airlog-stand-in/${standIn}`;
}

async function isPulled(image: string): Promise<boolean> {
  const answers = (command: Promise<string>) =>
    command.then(
      () => true,
      () => false,
    );
  return (await answers(docker("image", "inspect", image))) || answers(docker("pull", "--quiet", image));
}
