import { execFileSync } from "node:child_process";
import {
  chownSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { folderUntil } from "../../test/folder.ts";
import { foreignFolder, OWNER, ownersLink, testAsRoot } from "../../test/foreign-folder.ts";
import { FolderUnusable } from "./failure.ts";
import { makeDataFolder, makeFolder, openFolder, readFrom } from "./open.ts";

const { O_RDONLY, O_WRONLY } = constants;

describe("a folder", () => {
  test("keeps files that only the owner can read, and replaces them atomically", () => {
    const path = folderUntil(onTestFinished);
    using folder = openFolder(path);
    folder.write("a", "one");
    folder.replace("a", "two");
    expect(folder.read("a")).toBe("two");
    expect(readdirSync(path)).toEqual(["a"]);
    expect(statSync(join(path, "a")).mode & 0o777).toBe(0o600);
    expect(() => folder.write("a", "three")).toThrow("EEXIST");
    expect(folder.read("none")).toBeUndefined();
  });

  test("accepts only plain names", () => {
    using folder = openFolder(folderUntil(onTestFinished));
    for (const name of ["..", ".", "", "a/b"]) expect(() => folder.read(name)).toThrow("is no name");
  });

  test("is removed with everything in it, but not the targets of links", () => {
    const path = folderUntil(onTestFinished);
    mkdirSync(join(path, "tree", "deep"), { recursive: true });
    mkdirSync(join(path, "kept"));
    writeFileSync(join(path, "kept", "file"), "");
    symlinkSync(join(path, "kept"), join(path, "tree", "deep", "link"));
    using folder = openFolder(path);
    folder.removeTree("tree");
    expect(readdirSync(path)).toEqual(["kept"]);
    expect(readdirSync(join(path, "kept"))).toEqual(["file"]);
  });

  test("is made with the folders above it, behind links of the operator too", () => {
    const path = folderUntil(onTestFinished);
    mkdirSync(join(path, "disk"));
    symlinkSync("disk", join(path, "link"));
    using made = makeFolder(join(path, "link", "a", "b"));
    expect(made.path).toBe(join(path, "disk", "a", "b"));
    expect(statSync(join(path, "disk", "a", "b")).isDirectory()).toBe(true);
  });

  test("is named in the system's errors", () => {
    const path = folderUntil(onTestFinished);
    using folder = openFolder(path);
    expect(() => folder.folder("none")).toThrow(join(path, "none"));
  });
});

describe("a path that can't be a data folder is reported at once", () => {
  const path = folderUntil(afterAll);
  const file = join(path, "file");
  writeFileSync(file, "");
  symlinkSync(join(path, "nowhere"), join(path, "dangling"));
  symlinkSync("circle", join(path, "circle"));
  const given: [string, string][] = [
    ["a file", file],
    ["below a file", join(file, "data")],
    ["a link to nothing", join(path, "dangling")],
    ["below a link to nothing", join(path, "dangling", "data")],
    ["a link to itself", join(path, "circle")],
    ["a name that is too long", join(path, "x".repeat(300))],
  ];
  if (process.platform === "linux") given.push(["where the system takes no folders", "/proc/airlog/data"]);
  test.each(given)("%s", (_, place) => {
    expect(() => makeDataFolder(place)).toThrow(FolderUnusable);
    expect(() => makeDataFolder(place)).toThrow(/^[^\n]+$/);
    expect(existsSync(join(path, "nowhere"))).toBe(false);
  });
});

test("a folder can be proven after a process with the same number was killed while it proved it", () => {
  const path = folderUntil(onTestFinished);
  writeFileSync(join(path, `.written.${process.pid}`), "x");
  using folder = openFolder(path);
  folder.prove();
  expect(folder.names()).toEqual([]);
});

describe("as root, a folder of another user", () => {
  testAsRoot("gets what root makes there", () => {
    const { folder: path } = foreignFolder(onTestFinished);
    using folder = openFolder(path);
    using made = folder.makeFolder("made");
    made.write("file", "");
    folder.openAppending("log");
    for (const name of ["made", "made/file", "log"]) expect(statSync(join(path, name)), name).toMatchObject(OWNER);
    expect(statSync(join(makeFolder(join(path, "a", "b")).path, ".."))).toMatchObject(OWNER);
  });

  testAsRoot("leads nowhere by its links, to read, write, list, make or remove", () => {
    const { folder: path, ofRoot, secret } = foreignFolder(onTestFinished);
    ownersLink(secret, join(path, "file"));
    ownersLink(ofRoot, join(path, "tree"));
    ownersLink(join(ofRoot, "new"), join(path, "new"));
    using folder = openFolder(path);
    expect(() => folder.read("file")).toThrow(FolderUnusable);
    expect(() => folder.openFile("file", O_WRONLY)).toThrow(/is a link, which root does not follow/);
    expect(() => folder.folder("tree")).toThrow(FolderUnusable);
    expect(() => folder.ensureFolder("tree")).toThrow(FolderUnusable);
    expect(() => folder.descend("tree/deep")).toThrow(FolderUnusable);
    expect(() => folder.write("new", "")).toThrow("EEXIST");
    expect(() => folder.openAppending("new")).toThrow(FolderUnusable);
    folder.replace("file", "own");
    folder.removeTree("tree");
    folder.clear();
    expect(readdirSync(ofRoot)).toEqual(["secret"]);
    expect(readFileSync(secret, "utf8")).toBe("known to root alone");
    expect(statSync(secret).uid).toBe(0);
  });

  testAsRoot("leads to no file of root by a second name for it, and to no pipe", () => {
    const { folder: path, secret } = foreignFolder(onTestFinished);
    linkSync(secret, join(path, "hard"));
    execFileSync("mkfifo", [join(path, "pipe")]);
    using folder = openFolder(path);
    for (const name of ["hard", "pipe"]) {
      expect(() => folder.openFile(name, O_RDONLY)).toThrow(/is not a file of its own/);
      expect(() => folder.openAppending(name), name).toThrow();
    }
  });

  testAsRoot("leads nowhere by a link that takes the place of a folder while it is worked in", () => {
    const { folder: path, ofRoot } = foreignFolder(onTestFinished);
    using folder = openFolder(path);
    using held = folder.makeFolder("work");
    renameSync(join(path, "work"), join(path, "moved"));
    ownersLink(ofRoot, join(path, "work"));
    held.write("file", "");
    held.makeFolder("inside")[Symbol.dispose]();
    expect(readdirSync(ofRoot)).toEqual(["secret"]);
    expect(readdirSync(join(path, "moved")).sort()).toEqual(["file", "inside"]);
    held.clear();
    folder.removeEmpty("work");
    expect(lstatSync(join(path, "work")).isSymbolicLink()).toBe(true);
    expect(statSync(ofRoot).uid).toBe(0);
  });

  testAsRoot("does not get a folder of root that takes the place of one that is made", () => {
    const { folder: path } = foreignFolder(onTestFinished);
    using folder = openFolder(path);
    using made = folder.makeFolder("made");
    mkdirSync(join(path, "left"));
    writeFileSync(join(path, "left", "notes"), "");
    using left = folder.folder("left");
    expect(() => left.giveTo(OWNER)).toThrow(/was replaced/);
    expect(statSync(left.path).uid).toBe(0);
    expect(made.owner.uid).toBe(OWNER.uid);
  });

  testAsRoot("can't be a link of its owner to a folder that is not theirs, but to one that is", () => {
    const { folder: path, ofRoot } = foreignFolder(onTestFinished);
    const link = join(path, "..", "link");
    ownersLink(ofRoot, link);
    expect(() => makeDataFolder(link)).toThrow(/root does not follow it/);
    expect(() => makeDataFolder(join(link, "data"))).toThrow(/root does not follow it/);
    expect(() => readFrom(link, "secret")).toThrow(FolderUnusable);
    expect(readdirSync(ofRoot)).toEqual(["secret"]);
    rmSync(link);
    ownersLink(path, link);
    using opened = openFolder(link);
    expect(opened.path).toBe(path);
  });

  testAsRoot("that root has linked to from a folder of its own is used", () => {
    const { folder: path, ofRoot } = foreignFolder(onTestFinished);
    symlinkSync(path, join(ofRoot, "data"));
    chownSync(join(path, ".."), 0, 0);
    using folder = openFolder(ofRoot);
    using linked = folder.folder("data");
    expect(linked.owner).toMatchObject(OWNER);
    expect(openFolder(join(ofRoot, "data")).path).toBe(path);
  });
});
