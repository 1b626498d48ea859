import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { VIEWS } from "../../contracts/views.ts";
import { joinEmbeddedServer } from "../../platform/database/embedded/server.ts";
import { record } from "../end-to-end/samples.ts";
import { folderUntil } from "../folder.ts";
import { silent } from "../postgres.ts";
import { describeWithPsql } from "../psql.ts";
import { answersWithoutPositions, filledAnswers, tokenOf, withoutStatistics } from "../views/content.ts";
import { elasticsearchAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";
import { type Machines, PASSWORD, runCommand, send, startMachines, stopMachines } from "./machines.ts";
import { copyServer } from "./server-copy.ts";

/*
 * A PostgreSQL that keeps the log is restored to an earlier moment, as docs/distributed.md says. Elasticsearch has what was
 * written after the backup.
 */

const inTime = { timeout: 60_000, interval: 1_000 };

describeWithEngine("elasticsearch", "a log that was restored to an earlier moment", (elasticsearch) => {
  describeWithPsql("and has a new id", () => renewed(elasticsearch));
});

function renewed(elasticsearch: string): void {
  let after: Machines;
  let answers: Record<string, string>;
  /** Position of the last record that the backup lacks, and of the first one written to the restored log. */
  let lost = "";
  let added = "";
  const answersOf = async ({ service }: Machines) => withoutStatistics(await answersWithoutPositions(service.url));

  beforeAll(async () => {
    const variables = { ELASTICSEARCH_URL: elasticsearch };
    const before = await startMachines(variables);
    answers = withoutStatistics(await filledAnswers(before.service.url, PASSWORD));
    const copy = join(folderUntil(afterAll), "restored");
    await copyServer(before, copy);
    lost = await add(before, "lost");
    expect(await found(before, lost, "lost")).toEqual(["lost"]);
    await stopMachines(before);

    const server = await joinEmbeddedServer(copy, silent);
    const environment = { DATABASE_URL: server.connection.connectionString };
    // Repeated until the processes in the backup have expired.
    const said = await vi.waitFor(() => runCommand(environment, "restore", ["--renew"]), inTime);
    expect(said).toBe("The log has a new id.\n");
    after = await startMachines(variables, copy);
    await server.leave();
  }, 300_000);
  afterAll(async () => {
    await stopMachines(after);
    const { close } = await elasticsearchAt(elasticsearch)();
    for (const position of [lost, added]) await close(position.slice(0, position.indexOf(".")));
  });

  test("answers as at the backup, and knows nothing of later writes", async () => {
    await expect.poll(() => answersOf(after), inTime).toEqual(answers);
    expect((await fetch(`${after.service.url}/api/metadata/record?pid=lost`)).status).toBe(404);
  }, 120_000);

  test("does not know positions of the old id", async () => {
    const answer = await fetch(`${after.service.url}/api/facilities`, { headers: { "Min-Event-Position": lost } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "position-unknown" });
  });

  test("accepts writes, and finds only them", async () => {
    added = await add(after, "added");
    expect(await found(after, added, "lost", "added")).toEqual(["added"]);
  });

  test("has views that match the log", async () => {
    for (const { name } of Object.values(VIEWS)) {
      expect(await runCommand(after.environment, "views", ["verify", name])).toBe("");
    }
  }, 120_000);
}

const Pid = z.object({ identification: z.object({ identifier: z.object({ pid: z.string() }) }) });
const Found = z.object({ response: z.object({ hits: z.object({ hits: z.array(z.object({ _source: Pid })) }) }) });

/** Returns the position. */
async function add({ service }: Machines, pid: string): Promise<string> {
  const token = await tokenOf(service.url, "admin", PASSWORD);
  const { status, position } = await send(service.url, token, "/api/provider/metadata/add", [record(pid)]);
  expect(status).toBe(200);
  return position ?? "";
}

/** Those of the PIDs that a search finds after the position. */
async function found({ service }: Machines, position: string, ...pids: readonly string[]): Promise<string[]> {
  const answer = await fetch(`${service.url}/api/metadata/search`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Min-Event-Position": position },
    body: JSON.stringify({ search: { query: { terms: { "identification.identifier.pid.keyword": pids } } } }),
  });
  const { response } = Found.parse(await answer.json());
  return response.hits.hits.map(({ _source }) => _source.identification.identifier.pid);
}
