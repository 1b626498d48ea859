import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase } from "../../platform/database/connect.ts";
import type { Database } from "../../platform/database/port.ts";
import { folderUntil } from "../folder.ts";
import { type FreshDatabase, freshDatabase, silent } from "../postgres.ts";
import { addAccounts, command, expectNobody, type Place, run } from "../removal/operator.ts";
import { NOBODY, TRACE, withoutPerson, writeAboutPerson } from "../removal/person.ts";
import { filesWith, tablesWith } from "../removal/traces.ts";
import { elasticsearchAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";
import { indexContent } from "./index-content.ts";
import { OwnTopics } from "./topics.ts";

/** The removal as docs/operations.md describes it, on separate engines. */

describeWithEngine("elasticsearch", "a person who is removed from a distributed system", (elasticsearch) => {
  describeWithEngine("kafka", "with Kafka", (brokers) => {
    const topics = new OwnTopics(brokers);
    const file = join(folderUntil(afterAll), "log.ndjson");
    const folders = [folderUntil(afterAll), folderUntil(afterAll)];
    let databases: FreshDatabase[];
    let old: Place;
    let renewed: Place;

    beforeAll(async () => {
      await topics.remove();
      databases = await Promise.all(folders.map(freshDatabase));
      const [first, second] = folders.map((folder, index) => ({
        ...{ AIRLOG_DATA: folder, DATABASE_URL: databases[index]?.url ?? "" },
        ...{ ELASTICSEARCH_URL: elasticsearch, KAFKA_BROKERS: brokers },
      }));
      if (!first || !second) throw new Error("there are two folders");
      [old, renewed] = [first, second];
    });
    afterAll(async () => {
      await topics.remove();
      await Promise.all([old, renewed].map(removeIndexes));
      await Promise.all(databases.map((each) => each.drop()));
    });

    async function removeIndexes(place: Place): Promise<void> {
      const { close } = await elasticsearchAt(elasticsearch)();
      await close(await logIdOf(place));
    }

    test("before the removal, index and topics name the person", async () => {
      await run(old, async (url) => {
        await addAccounts(old);
        await writeAboutPerson(url);
      });
      expect(await tracesIn(old, TRACE)).toEqual({ tables: true, indexes: 2, topics: true, files: [] });
    }, 240_000);

    test("after the removal, nothing does", async () => {
      await command(old, ["export", file]);
      writeFileSync(file, withoutPerson(readFileSync(file, "utf8")));
      await command(renewed, ["import", file, "--changed"]);
      await removeIndexes(old);
      await topics.remove();
      await run(renewed, expectNobody);
      expect(await tracesIn(renewed, TRACE)).toEqual({ tables: false, indexes: 0, topics: false, files: [] });
      expect(await tracesIn(renewed, NOBODY)).toEqual({ tables: true, indexes: 2, topics: true, files: [] });
    }, 240_000);

    /** Places where a system at this place keeps the word. */
    async function tracesIn(place: Place, word: string) {
      const contents = await Promise.all((await indexesOf(place)).map((index) => indexContent(elasticsearch, index)));
      const indexes = contents.filter((content) => includes(JSON.stringify([...content]), word)).length;
      const tables = await onDatabase(place, (database) => tablesWith(database, word));
      return {
        ...{ tables: tables.length > 0, indexes, topics: includes(await topics.content(), word) },
        files: filesWith(place.AIRLOG_DATA, word),
      };
    }

    async function indexesOf(place: Place): Promise<string[]> {
      const found = await fetch(`${elasticsearch}/catalogue_*_${await logIdOf(place)}*`);
      return Object.keys(JSON.parse(await found.text()));
    }
  });
});

const includes = (text: string, word: string): boolean => text.toLowerCase().includes(word.toLowerCase());

async function logIdOf(place: Place): Promise<string> {
  const [log] = await onDatabase(place, (database) => database.query<{ id: string }>("select id from event_log"));
  return log?.id ?? "none";
}

async function onDatabase<Result>(
  { DATABASE_URL: connectionString = "" }: Place,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = connectDatabase({ connectionString }, { logger: silent, poolSize: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
