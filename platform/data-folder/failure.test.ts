import { expect, test } from "vitest";
import { explained, explainedAsPlace } from "./failure.ts";

const refused = (code: string) => Object.assign(new Error(`${code}: mkdir '/data'`), { code });

test.each(["EACCES", "EPERM"])(
  "a folder that refuses the user (%s) is reported with a remedy, whoever owns it",
  (code) => {
    for (const explain of [explained, explainedAsPlace]) {
      expect(explain(refused(code), "/data")).toMatchObject({
        name: "StartFailure",
        message: expect.stringMatching(
          new RegExp(`^/data can't be used \\(${code}\\): this user may not .* set AIRLOG_DATA to another folder\\.$`),
        ),
      });
    }
  },
);
