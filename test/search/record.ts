/**
 * Records the answers of a real Elasticsearch to every search of `searches/` over `corpus.ts`, for
 * `recorded-answers.test.ts`. Run in the project's root, with ELASTICSEARCH_URL set, after a change of either:
 *
 *     eval "$(test/engines/up elasticsearch)" && npx tsc -p test/search && node dist/recorder/test/search/record.js
 */
import { writeFile } from "node:fs/promises";
import { corpus } from "./corpus.ts";
import { loadElasticsearch } from "./elasticsearch.ts";
import { comparable, type Exchange, exchanges } from "./exchange.ts";
import { FIXTURE, lineOf, RECORDED_INDEX } from "./recorded.ts";
import { searches } from "./searches/index.ts";

const url = process.env["ELASTICSEARCH_URL"];
if (!url) throw new Error("ELASTICSEARCH_URL is not set");

const elasticsearch = await loadElasticsearch(url, RECORDED_INDEX, corpus);
const recorded: Exchange[] = [];
for (const search of searches) recorded.push(...(await exchanges(search, elasticsearch.ask)));
await elasticsearch.close();

await writeFile(FIXTURE, recorded.map((each) => lineOf(each, comparable(each.answer))).join(""));
const refused = recorded.filter(({ answer }) => answer.status !== 200).length;
process.stdout.write(`${recorded.length} answers recorded, ${refused} of them refusals\n`);
