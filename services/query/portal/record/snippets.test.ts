import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import * as example from "../../../../contracts/routes/examples.ts";
import { folderUntil } from "../../../../test/folder.ts";
import { listenLocally } from "../../../../test/listen.ts";
import { serveRecords } from "../../../../test/portal/served-records.ts";

const { store, text } = await serveRecords(afterAll, "here");
const { servedRecord } = example;
const { title } = servedRecord.identification;

const asked: (string | undefined)[] = [];
const files = createServer(({ url }, response) => {
  asked.push(url);
  response.end("the data");
});
afterAll(() => files.close());
const fileAddress = `http://${await listenLocally(files)}/it's here/20240501_radar.nc`;

const RUN: Readonly<Record<string, (code: string) => readonly [program: string, ...args: string[]]>> = {
  curl: (code) => ["bash", "-e", "-c", code],
  Python: (code) => ["python3", "-c", code],
  TypeScript: (code) => ["node", "--input-type=module", "--eval", code],
};

/** Runs the snippet of a page in an empty folder. */
async function runOf(page: string, language: string) {
  const snippet = new RegExp(`<h3>${language}</h3><pre[^>]*><code>(.*?)</code>`, "s").exec(page)?.[1] ?? "";
  const code = snippet.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
  const folder = folderUntil(onTestFinished);
  const [program, ...args] = RUN[language]?.(code) ?? expect.unreachable("a language that is run");
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder });
  return { stdout, file: (name: string) => readFileSync(join(folder, name), "utf8") };
}

describe.each(Object.keys(RUN))("the snippet in %s", (language) => {
  test("gets the metadata and the first file that anybody may download", async () => {
    const distribution_information = [
      { dataset_url: "https://data.example.org/dap", protocol: "OPeNDAP" },
      { dataset_url: fileAddress, protocol: "HTTP" },
    ];
    const page = await text(store({ ...servedRecord, distribution_information }));
    const { stdout, file } = await runOf(page, language);
    expect(stdout).toContain(title);
    expect(file("20240501_radar.nc")).toBe("the data");
    expect(asked.at(-1)).toBe("/it's%20here/20240501_radar.nc");
  });

  test("gets the metadata alone where access is restricted", async () => {
    const distribution_information = [{ dataset_url: fileAddress, access_restriction: { restricted: true } }];
    const page = await text(store({ ...servedRecord, distribution_information }));
    const { stdout } = await runOf(page, language);
    expect(stdout).toContain("20240501_radar.nc");
  });
});
