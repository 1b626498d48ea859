import { afterAll, beforeAll, expect, test } from "vitest";
import { facilityStream } from "../contracts/events.ts";
import { migrate } from "../platform/database/migrations.ts";
import { openPostgresEventStore } from "../platform/event-store/postgres/store.ts";
import { keepOffset } from "../platform/lifecycle/network.ts";
import { completeBuild, createBuild, markStopped } from "../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../platform/views/schema.ts";
import { sqlViews } from "../services/projector/service.ts";
import { runCompiled } from "../test/compiled-command.ts";
import { folderUntil } from "../test/folder.ts";
import { databaseUntil } from "../test/postgres.ts";

const BAD = "00000000-0000-5000-8000-00000000000b";
const database = await databaseUntil(afterAll);
const { facilities } = sqlViews(60);

beforeAll(async () => {
  await migrate(database, VIEW_MIGRATIONS);
  await keepOffset(database, 60);
  const eventStore = await openPostgresEventStore(database);
  await createBuild(database, facilities, eventStore.start);
  await completeBuild(database, facilities);
  const meta = { time: "2026-01-01T00:00:00.000Z", actor: "a", provider: "p", correlationId: "c" };
  const data = Buffer.from('{"facility":"not an object"}');
  const [stream, type] = [facilityStream("b"), "FacilityAdded"];
  const event = { id: BAD, type, schemaVersion: 1, data, meta };
  await eventStore.append([{ stream, expected: "no-stream", events: [event] }]);
  await markStopped(database, facilities, { reason: "not an object", event: { id: BAD, stream, revision: 0, type } });
  await eventStore.close();
});

test("an event is skipped, and a view that is built already is rebuilt without it", async () => {
  const words = ["facilities", "--again", "--skip", BAD, "--reason", "sent by mistake"];
  const environment = {
    DATABASE_URL: database.connection.connectionString,
    AIRLOG_DATA: folderUntil(afterAll),
  };
  const { code, out } = await runCompiled("replay", words, environment);
  expect({ code, out }).toEqual({
    code: 0,
    out: `facilities will go on without event ${BAD}.\nfacilities ${facilities.version}.2 is complete.\n`,
  });
});
