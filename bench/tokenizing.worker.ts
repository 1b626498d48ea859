import { parentPort, workerData } from "node:worker_threads";
import { corpusDocument } from "./corpus.ts";
import { type TokenizedPart, tokenizeStrings } from "./tokenizing.ts";

/** Reports when it has its documents, tokenizes them when it is told to, and reports their number of words. */

const { first, count }: TokenizedPart = workerData;
/** Documents before the measured ones, which warm the code up. */
const WARM_UP = 1_000;

const documents = Array.from({ length: count }, (_, at) => corpusDocument(first + at));
for (const document of documents.slice(0, WARM_UP)) tokenizeStrings(document);
parentPort?.once("message", () => {
  parentPort?.postMessage(documents.reduce((words, document) => words + tokenizeStrings(document), 0));
});
parentPort?.postMessage("ready");
