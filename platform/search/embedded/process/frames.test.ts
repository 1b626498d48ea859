import fc from "fast-check";
import { expect, test } from "vitest";
import { FRAME, FrameParser, frameHeader } from "./frames.ts";

test("frames are read back unchanged, however the bytes are split", () => {
  const frame = fc.tuple(fc.constantFrom(...Object.values(FRAME)), fc.uint8Array({ maxLength: 40 }));
  fc.assert(
    fc.property(fc.array(frame), fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (frames, cuts) => {
      const bytes = Buffer.concat(frames.flatMap(([kind, content]) => [frameHeader(kind, content.length), content]));
      const found: [number, number[]][] = [];
      let content: number[] = [];
      const parser = new FrameParser((kind, part, isLast) => {
        content.push(...part);
        if (!isLast) return;
        found.push([kind, content]);
        content = [];
      });
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const end = at + (cuts[n % cuts.length] ?? 1);
        parser.push(bytes.subarray(at, end));
        at = end;
      }
      expect(found).toEqual(frames.map(([kind, each]) => [kind, [...each]]));
    }),
  );
});
