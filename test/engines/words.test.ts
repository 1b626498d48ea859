import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { analyze } from "../../search-engine/language/analysis/tokenizer.ts";
import { describeWithEngine } from "./engine.ts";

const TEXTS = 400;
/**
 * Characters of every class with rules of its own: letters, digits, joiners, Hebrew, Katakana, Thai, marks, flags, emoji.
 */
const ruled = fc.constantFrom(..."aé1٣_:,.'’\"; \u00adאב״カー日ひกำ\u0301\u200d\ufe0e\ufe0f🇩🇪👩ℹ🏻#*\u20e3\u202f﹏𝟙𐐀");
const character = fc.oneof({ weight: 3, arbitrary: ruled }, fc.string({ unit: "binary", minLength: 1, maxLength: 1 }));

const Analysed = z.object({ tokens: z.array(z.object({ token: z.string() })) });

describeWithEngine("elasticsearch", "words", (url) => {
  async function terms(text: string): Promise<string[]> {
    const answer = await fetch(`${url}/_analyze`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ analyzer: "standard", text }),
    });
    return Analysed.parse(await answer.json()).tokens.map(({ token }) => token);
  }

  test("of any characters are the same as in Elasticsearch", async () => {
    const texts = fc.array(fc.array(character, { maxLength: 20 }), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(texts, async (parts) => {
        const text = parts.map((part) => part.join("")).join(" \n ");
        expect(analyze(text)).toEqual(await terms(text));
      }),
      { numRuns: TEXTS, seed: 1 },
    );
  }, 120_000);
});
