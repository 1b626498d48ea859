import type { Dataset } from "../../dataset/dataset.ts";
import { shellQuoted } from "../components/calls.ts";
import { Snippet } from "../components/snippet.tsx";
import type { Locale } from "../frame/language.ts";

/** Programs that get a dataset. `metadata`: the address of its record as JSON. */
export function Snippets({ dataset, metadata, locale }: { dataset: Dataset; metadata: string; locale: Locale }) {
  const file = firstFile(dataset);
  const { useWithData, useWithoutData } = locale.texts.record;
  return (
    <>
      <p>{file === undefined ? useWithoutData : useWithData}</p>
      {snippets(metadata, file).map(([language, code]) => (
        <section key={language}>
          <h3>{language}</h3>
          <Snippet label={language} code={code} locale={locale} />
        </section>
      ))}
    </>
  );
}

/** A file that anybody may download. */
interface File {
  readonly address: string;
  readonly name: string;
}

function firstFile({ distributions, restricted }: Dataset): File | undefined {
  if (restricted === true) return undefined;
  const found = distributions.find(({ protocol }) => protocol === undefined || /^https?$/i.test(protocol));
  if (found === undefined) return undefined;
  const { address } = found;
  const last = new URL(address).pathname.split("/").at(-1) ?? "";
  return { address, name: /^\w[\w.-]{0,100}$/.test(last) ? last : "data" };
}

/** Addresses as URLs have them hold no double quotes, backslashes or line breaks. */
function snippets(metadata: string, file: File | undefined): readonly (readonly [language: string, code: string])[] {
  return [
    [
      "curl",
      file === undefined
        ? `curl '${metadata}'`
        : `curl '${metadata}'\ncurl -L -o '${file.name}' ${shellQuoted(file.address)}`,
    ],
    [
      "Python",
      `import json, urllib.request

with urllib.request.urlopen("${metadata}") as answer:
    record = json.load(answer)
${
  file === undefined
    ? `for distribution in record["distribution_information"]:
    print(distribution.get("dataset_url"))`
    : `print(record["identification"]["title"])
urllib.request.urlretrieve("${file.address}", "${file.name}")`
}`,
    ],
    [
      "TypeScript",
      file === undefined
        ? `const answer = await fetch("${metadata}");
const record = await answer.json();
for (const { dataset_url } of record.distribution_information) console.log(dataset_url);`
        : `import { writeFile } from "node:fs/promises";

const answer = await fetch("${metadata}");
const record = await answer.json();
console.log(record.identification.title);
const file = await fetch("${file.address}");
await writeFile("${file.name}", Buffer.from(await file.arrayBuffer()));`,
    ],
  ];
}
