import { parentPort, workerData } from "node:worker_threads";
import { corpusDocument } from "./corpus.ts";
import { type TokenizedPart, tokenizeStrings } from "./tokenizing.ts";

/** Says when it has its documents, tokenises them as soon as it is told to, and says how many words they have. */

const { first, count }: TokenizedPart = workerData;
/** Documents before the measured ones, by which the code is warm. */
const WARM_UP = 1_000;

const documents = Array.from({ length: count }, (_, at) => corpusDocument(first + at));
for (const document of documents.slice(0, WARM_UP)) tokenizeStrings(document);
parentPort?.once("message", () => {
  parentPort?.postMessage(documents.reduce((words, document) => words + tokenizeStrings(document), 0));
});
parentPort?.postMessage("ready");
