/** Programs that get a dataset's metadata. The address is of this catalogue, so that it has no quotes. */
export function Snippets({ address }: { address: string }) {
  return (
    <>
      {snippets(address).map(([language, code]) => (
        <section key={language}>
          <h3>{language}</h3>
          <pre>
            <code>{code}</code>
          </pre>
        </section>
      ))}
    </>
  );
}

function snippets(address: string): readonly (readonly [language: string, code: string])[] {
  return [
    ["curl", `curl '${address}'`],
    [
      "Python",
      `import json, urllib.request

with urllib.request.urlopen("${address}") as answer:
    record = json.load(answer)
for distribution in record["distribution_information"]:
    print(distribution.get("dataset_url"))`,
    ],
    [
      "TypeScript",
      `const answer = await fetch("${address}");
const record = await answer.json();
for (const { dataset_url } of record.distribution_information) console.log(dataset_url);`,
    ],
  ];
}
