import { EventEmitter } from "node:events";
import { beforeEach, expect, test } from "vitest";
import type { SearchEngine } from "../../../platform/search/port.ts";
import { KnownLabels } from "./known-labels.ts";
import { Deadline, ReaderLeft } from "./timed-search.ts";

let labels: string[];
let searches: number;
let state: string;
let known: KnownLabels;

let answersFrom: number;

const engine: SearchEngine = {
  search: async () => {
    searches++;
    if (searches < answersFrom) return new Promise(() => undefined);
    const answer = { aggregations: { labels: { buckets: labels.map((key) => ({ key, doc_count: 1 })) } } };
    return {
      body: (async function* () {
        yield Buffer.from(JSON.stringify(answer));
      })(),
    };
  },
};
const deadline = () => new Deadline(Object.assign(new EventEmitter(), { writableFinished: true }));
const matching = (...values: string[]) => known.matching(values, deadline());

beforeEach(() => {
  labels = ["1,1,1,2-tetrafluoroethane amount fraction", "Ozone amount fraction", "ozone amount fraction", "ÅNGSTRÖM"];
  searches = 0;
  answersFrom = 1;
  state = "1";
  known = new KnownLabels(engine, () => state);
});

test("a name with commas is one name", async () => {
  expect(await matching("1,1,1,2-Tetrafluoroethane amount fraction")).toEqual([labels[0]]);
});

test("a value that is no name is a list of names", async () => {
  expect(await matching("nothing, ångström,OZONE amount fraction")).toEqual(["ÅNGSTRÖM", labels[1], labels[2]]);
});

test("every spelling of a name is found, once", async () => {
  expect(await matching("ozone amount fraction", "Ozone Amount Fraction")).toEqual([labels[1], labels[2]]);
});

test("unknown names match nothing", async () => {
  expect(await matching("__proto__", "constructor")).toEqual([]);
});

test("the engine is asked again only after the index has changed", async () => {
  await Promise.all([matching("a"), matching("b")]);
  await matching("c");
  expect(searches).toBe(1);
  labels = ["c"];
  state = "2";
  expect(await matching("c")).toEqual(["c"]);
  expect(searches).toBe(2);
});

test("a request that times out does not take the labels from requests that have joined it", async () => {
  answersFrom = 2;
  const response = Object.assign(new EventEmitter(), { writableFinished: true });
  const late = known.matching(["a"], new Deadline(response, 10));
  const joined = matching("ångström");
  await expect(late).rejects.toMatchObject({ code: "search-timeout" });
  expect(await joined).toEqual(["ÅNGSTRÖM"]);
  expect(searches).toBe(2);
});

test("a reader who leaves does not take the labels from others", async () => {
  const left = Object.assign(new EventEmitter(), { writableFinished: false });
  const leaving = known.matching(["a"], new Deadline(left));
  const staying = matching("ångström");
  left.emit("close");
  await expect(leaving).rejects.toBeInstanceOf(ReaderLeft);
  expect(await staying).toEqual(["ÅNGSTRÖM"]);
  expect(searches).toBe(2);
});
