import { mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { folderUntil } from "../../../test/folder.ts";
import { findBinaries, makeLibraryLinks } from "./binaries.ts";
import { EmbeddedPostgresError } from "./failure.ts";

let folder: string;
let native: string;
beforeEach(() => {
  folder = folderUntil(onTestFinished, "airlog binaries ");
  native = join(folder, "native");
  mkdirSync(join(native, "lib"), { recursive: true });
  writeFileSync(join(native, "lib", "libicuuc.so.60.2"), "library");
  const links = [{ source: "native/lib/libicuuc.so.60.2", target: "native/lib/libicuuc.so.60" }];
  writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(links));
});

test("links are made that the package's install script was not allowed to make", () => {
  makeLibraryLinks(native);
  makeLibraryLinks(native);
  const link = join(native, "lib", "libicuuc.so.60");
  expect(readlinkSync(link)).toBe("libicuuc.so.60.2");
  expect(readFileSync(link, "utf8")).toBe("library");
});

test("where a link can't be made, one line says so", () => {
  rmSync(join(native, "lib"), { recursive: true });
  expect(() => makeLibraryLinks(native)).toThrow(EmbeddedPostgresError);
  expect(() => makeLibraryLinks(native)).toThrow(
    /^PostgreSQL's libraries lack links .* can't be written \(ENOENT\).*\.$/,
  );
});

test("a package without links needs none", () => {
  rmSync(join(native, "pg-symlinks.json"));
  expect(() => makeLibraryLinks(native)).not.toThrow();
});

test("this machine's programs are found", async () => {
  const { postgres, initdb } = await findBinaries();
  expect(postgres).toMatch(/bin\/postgres$/);
  expect(initdb).toMatch(/bin\/initdb$/);
});
