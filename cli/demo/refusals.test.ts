import { expect, test } from "vitest";
import { explainedAsPlace } from "../../platform/data-folder/failure.ts";
import { FolderServed } from "../../platform/database/embedded/served-folder.ts";
import { messageOf } from "../../platform/errors.ts";
import { withHere } from "./refusals.ts";

const system = (code: string) => explainedAsPlace(Object.assign(new Error(code), { code }), "/data");

test.each([
  ["a folder that is served", new FolderServed("/data is being served already. Stop it")],
  ...["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOTDIR", "EEXIST", "ENOENT", "ELOOP", "ENAMETOOLONG"].map(
    (code): [string, unknown] => [code, system(code)],
  ),
  ["a choice", new Error("let others pass, set AIRLOG_DATA to a folder they can reach, or start as another user.")],
])("the hint of %s to set AIRLOG_DATA says that the demonstration then needs --here", (_, failure) => {
  const hints = messageOf(failure).match(/set AIRLOG_DATA/gi) ?? expect.unreachable();
  expect(messageOf(withHere(failure)).match(/set AIRLOG_DATA[^.,]* and give --here[.,]/gi)).toHaveLength(hints.length);
});

test("other failures are left as they are", () => {
  const failure = new Error("the disk burns");
  expect(withHere(failure)).toBe(failure);
});
