import fc from "fast-check";
import { expect, test } from "vitest";
import { blockOf, impactsOf, MAX_FREQUENCY } from "./impacts.ts";

test("the block of each posting has an impact at least as good, and each impact is that of a posting", () => {
  const posting = fc.record({ frequency: fc.integer({ min: 1, max: 400 }), norm: fc.integer({ min: 0, max: 255 }) });
  fc.assert(
    fc.property(fc.array(posting, { maxLength: 600 }), (postings) => {
      const docs = Uint16Array.from(postings.keys());
      const norms = Uint8Array.from(postings, ({ norm }) => norm);
      const frequencies = Uint32Array.from(postings, ({ frequency }) => frequency);
      const { starts, pairs } = impactsOf(docs, frequencies, norms);
      const impactsIn = (block: number) =>
        [...pairs.subarray(starts[block], starts[block + 1])].map((pair) => ({
          frequency: pair >>> 8,
          norm: pair & 0xff,
        }));
      const capped = postings.map(({ frequency, norm }) => ({ frequency: Math.min(frequency, MAX_FREQUENCY), norm }));
      for (const [at, { frequency, norm }] of capped.entries()) {
        expect(impactsIn(blockOf(at)).some((each) => each.frequency >= frequency && each.norm <= norm)).toBe(true);
      }
      for (let block = 0; block + 1 < starts.length; block++) {
        const inBlock = capped.filter((_, at) => blockOf(at) === block);
        for (const impact of impactsIn(block)) expect(inBlock).toContainEqual(impact);
      }
    }),
  );
});
