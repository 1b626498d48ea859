/**
 * Records the answers of a real Elasticsearch to the searches of `searches/` over `corpus.ts`, for
 * `recorded-answers.test.ts`: those of the families named, or all. Run in the project's root, with ELASTICSEARCH_URL set,
 * after a change of either:
 *
 *     eval "$(test/engines/up elasticsearch)" && npm run record:search -- [FAMILY…]
 */
import { writeFile } from "node:fs/promises";
import { corpus } from "./corpus.ts";
import { loadElasticsearch } from "./elasticsearch.ts";
import { comparable, type Exchange, exchanges } from "./exchange.ts";
import { fixtureOf, lineOf, RECORDED_INDEX } from "./recorded.ts";
import { families } from "./searches/index.ts";

const url = process.env["ELASTICSEARCH_URL"];
if (!url) throw new Error("ELASTICSEARCH_URL is not set");
const wanted = process.argv.slice(2);
const unknown = wanted.filter((family) => !(family in families));
if (unknown.length > 0)
  throw new Error(`unknown: ${unknown.join(", ")}; there are ${Object.keys(families).join(", ")}`);

const elasticsearch = await loadElasticsearch(url, RECORDED_INDEX, corpus);
for (const [family, searches] of Object.entries(families)) {
  if (wanted.length > 0 && !wanted.includes(family)) continue;
  const recorded: Exchange[] = [];
  for (const search of searches) recorded.push(...(await exchanges(search, elasticsearch.ask)));
  await writeFile(fixtureOf(family), recorded.map((each) => lineOf(each, comparable(each.answer))).join(""));
  const refused = recorded.filter(({ answer }) => answer.status !== 200).length;
  process.stdout.write(`${family}: ${recorded.length} answers recorded, ${refused} of them refusals\n`);
}
await elasticsearch.close();
