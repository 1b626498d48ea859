import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { Exchange } from "./exchange.ts";

/** The index that the recorder makes; its name stands in messages. */
export const RECORDED_INDEX = "recorder-catalogue";

/** From the project's root. */
const FIXTURES = "test/search/fixtures";

/** The file with the recorded answers of a family of searches. */
export const fixtureOf = (family: string): string => `${FIXTURES}/${family}.jsonl`;

/** What the real Elasticsearch answered. */
export interface Recorded {
  readonly name: string;
  readonly body: string;
  readonly status: number;
  /** As `comparable` writes it. */
  readonly answer: string;
}

/**
 * Whether Elasticsearch answered by removing the faulty clause. The service refuses such a search before it sends it to an
 * Elasticsearch.
 */
export const isAnsweredWithoutFault = ({ name, status }: Recorded): boolean =>
  status === 200 && name.includes("that can't be parsed");

/** One line of a fixture. The answer comes last and unchanged, so that it can be cut out with all its digits. */
export const lineOf = ({ name, body, answer }: Exchange, comparable: string): string =>
  `{"name":${JSON.stringify(name)},"body":${JSON.stringify(body)},"status":${answer.status},"answer":${comparable}}\n`;

const Head = z.object({ name: z.string(), body: z.string(), status: z.number() });

export function readRecorded(): readonly Recorded[] {
  return readdirSync(FIXTURES).flatMap((file) =>
    readFileSync(`${FIXTURES}/${file}`, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => {
        const { name, body, status } = Head.parse(JSON.parse(line));
        const head = `{"name":${JSON.stringify(name)},"body":${JSON.stringify(body)},"status":${status},"answer":`;
        return { name, body, status, answer: line.slice(head.length, -1) };
      }),
  );
}
