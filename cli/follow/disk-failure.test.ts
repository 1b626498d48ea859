import { expect, test } from "vitest";
import { FolderUnusable } from "../../platform/data-folder/failure.ts";
import { CommandFailed } from "../command.ts";
import { explained } from "./disk-failure.ts";

const refused = (code: string) => Object.assign(new Error(`${code}: write`), { code });

test.each(["EACCES", "EPERM", "ENOTDIR", "EROFS", "ENOSPC", "EDQUOT", "EIO"])(
  "%s names the folder, and what helps",
  (code) => {
    const failure = explained(refused(code), "/copies/one");
    expect(failure).toBeInstanceOf(CommandFailed);
    expect(failure).toMatchObject({
      message: expect.stringMatching(new RegExp(`^/copies/one can't be used \\(${code}\\): .*\\. [A-Z].*\\.$`)),
    });
  },
);

test("advice for a data folder is replaced", () => {
  const failure = explained(new FolderUnusable("set AIRLOG_DATA", { code: "EROFS" }), "/copies/one");
  expect(failure).toMatchObject({ message: expect.not.stringContaining("AIRLOG_DATA") });
});

test("other errors stay as they are", () => {
  const error = refused("ENOENT");
  expect(explained(error, "/copies/one")).toBe(error);
});
