import { expect, test } from "vitest";
import { catalogue } from "../../contracts/views/catalogue.ts";
import { positionOf } from "../../test/position.ts";
import { recordedSpans } from "../../test/recorded-spans.ts";
import { TracedIndex } from "./traced-index.ts";

const at = (n: number) => positionOf(`0123456789ab.000000000000000${n}0000000000000001`);
const BUILD = catalogue.schema;
const OTHER_BUILD = catalogue.build(2).schema;
const causes = [{ traceparent: `00-${"4b".repeat(16)}-${"0f".repeat(8)}-01` }];

test("batches that the index shows together are one span, with each trace once", () => {
  const tracing = recordedSpans();
  const index = new TracedIndex(tracing);
  for (const n of [1, 2, 3]) index.committed(BUILD, at(n), causes);
  index.shown(BUILD, at(2));
  index.shown(BUILD, at(2));
  expect(tracing.spans).toMatchObject([{ causes, attributes: { "airlog.batches": 2 } }]);
  index.shown(BUILD, at(3));
  expect(tracing.spans).toHaveLength(2);
});

test("a batch that the index shows before its commit is reported has its span too", () => {
  const tracing = recordedSpans();
  const index = new TracedIndex(tracing);
  index.shown(BUILD, at(2));
  index.committed(BUILD, at(1), causes);
  expect(tracing.spans).toHaveLength(1);
});

test("batches without traces, and the oldest of more than a hundred, have none", () => {
  const tracing = recordedSpans();
  const index = new TracedIndex(tracing);
  index.committed(BUILD, at(1), []);
  for (let n = 0; n < 101; n++) index.committed(BUILD, at(2), causes);
  index.shown(BUILD, at(3));
  expect(tracing.spans).toMatchObject([{ attributes: { "airlog.batches": 100 } }]);
});

test("a build that reads old events has no spans before its own index shows them", () => {
  const tracing = recordedSpans();
  const index = new TracedIndex(tracing);
  index.shown(BUILD, at(9));
  index.committed(OTHER_BUILD, at(1), causes);
  expect(tracing.spans).toHaveLength(0);
  index.shown(OTHER_BUILD, at(1));
  expect(tracing.spans).toHaveLength(1);
});
