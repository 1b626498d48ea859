import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { z } from "zod";

/** One step of a test, as the YAML has it: `do`, or an assertion. */
export const Step = z.record(z.string(), z.unknown());
export type Step = z.infer<typeof Step>;

const Section = z.array(Step);

/** A test of Elasticsearch's REST API suite. */
export interface RestTest {
  readonly name: string;
  readonly setup: readonly Step[];
  readonly steps: readonly Step[];
}

/** Reads the tests of these folders below `root` (`rest-api-spec/test`), files and tests in their order. */
export function readTests(root: string, folders: readonly string[]): readonly RestTest[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith(".yml"))
      .sort()
      .flatMap((file) => testsOf(`${folder}/${file}`, readFileSync(join(root, folder, file), "utf8"))),
  );
}

function testsOf(file: string, text: string): RestTest[] {
  const sections = parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent" }).map((document) =>
    z.record(z.string(), Section).parse(document.toJS() ?? {}),
  );
  const setup = sections.flatMap(({ setup: steps = [] }) => steps);
  return sections.flatMap((section) =>
    Object.entries(section)
      .filter(([name]) => name !== "setup" && name !== "teardown")
      .map(([name, steps]) => ({ name: `${file}: ${name}`, setup, steps })),
  );
}
