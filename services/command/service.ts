import { Gauge } from "prom-client";
import { tellsOfLoss } from "../../platform/errors.ts";
import { appendDuration } from "../../platform/event-store/measured.ts";
import { EventStoreUnavailable } from "../../platform/event-store/port.ts";
import type { Components } from "../../platform/health.ts";
import { BodyMemory } from "../../platform/http/body-memory.ts";
import { openKafka } from "../../platform/kafka/client.ts";
import type { OpenService, Platform, Service } from "../../platform/lifecycle/service.ts";
import { openViewProgress } from "../../platform/views/progress.ts";
import { workerUrl } from "../../platform/worker.ts";
import { openLogin } from "./access/login.ts";
import { accessRoutes } from "./access/routes.ts";
import { openSigningKey } from "./access/signing-key.ts";
import { createThrottle } from "./access/throttle.ts";
import { createTokens } from "./access/tokens.ts";
import { logAccountChanges } from "./accounts/account-changes.ts";
import { addFirstAdministrator, openAccounts } from "./accounts/accounts.ts";
import { facilityRoutes } from "./facilities/routes.ts";
import { createUniqueNames } from "./handling/unique-names.ts";
import { authentication } from "./http/authorise.ts";
import { createIdempotency } from "./http/idempotency.ts";
import { writeBinding } from "./http/write.ts";
import { JOBS } from "./job-table.ts";
import { type Jobs, openJobs } from "./jobs/jobs.ts";
import { type Inbox, OBSERVATIONS_INBOX, openInbox } from "./observations/inbox/inbox.ts";
import { countMessages, measureInbox } from "./observations/inbox/metrics.ts";
import { createMessageStore } from "./observations/inbox/store-messages.ts";
import { observationRoutes } from "./observations/routes.ts";
import { recordRoutes } from "./records/routes.ts";
import { stationRoutes } from "./stations/routes.ts";
import { timeSeriesRoutes } from "./time-series/routes.ts";
import { catchUpNames } from "./transfer/names-of-log.ts";
import { uvRoutes } from "./uv/routes.ts";

/** Interval between deletions of expired rows. */
const SWEEP_INTERVAL_MS = 3600_000;

/** The write side: accounts get tokens, with which they write to the log. */
export const openCommand: OpenService = async (platform) => {
  const { config, log, database, eventStore, clock, writtenVersions, watchOf } = platform;
  const accounts = await openAccounts(database);
  const stopLogging = await logAccountChanges(database, log);
  const key = await openSigningKey({ dataFolder: config.dataFolder, file: config.signingKeyFile });
  const tokens = createTokens(key, clock);
  const throttle = createThrottle(database, clock);
  const idempotency = createIdempotency(database, clock);
  const login = await openLogin(accounts, throttle);
  const progress = await openViewProgress(database, log);
  const memory = new BodyMemory(config.limits.body);
  const jobs = openJobs({
    log,
    eventStore,
    settings: () => ({
      connection: database.connection,
      eventStoreUrl: config.eventStoreUrl,
      logFormat: config.logFormat,
    }),
    onAppend: appendDuration(platform.metrics),
    onLoss: (error) => {
      const isOfStore = error instanceof EventStoreUnavailable && config.eventStoreUrl !== undefined;
      watchOf(isOfStore ? "eventstoredb" : "postgresql").failed(error);
    },
    module: workerUrl(import.meta.url, "./jobs.worker"),
    table: JOBS,
  });
  const sweeping = setInterval(() => {
    Promise.all([throttle.sweep(), idempotency.sweep()]).catch((error) => {
      if (!tellsOfLoss(error)) log.warn({ err: error }, "a sweep failed");
    });
  }, SWEEP_INTERVAL_MS);
  sweeping.unref();
  new Gauge({
    name: "airlog_upload_memory_bytes",
    help: "Memory reserved for request bodies",
    registers: [platform.metrics],
    collect() {
      this.set(memory.used);
    },
  });
  const { body: maxBytes, batch: maxItems } = config.limits;
  const authenticate = authentication(tokens, accounts, clock);
  const bind = writeBinding({
    progress,
    authenticate,
    memory,
    idempotency,
    writtenVersions,
    clock,
    log,
    maxBytes,
    maxItems,
  });
  const names = createUniqueNames(database);
  if (config.eventStoreUrl !== undefined) await catchUpNames({ eventStore, database }, names);
  const inbox = await openObservationsInbox(platform, jobs);
  const routes = [
    ...accessRoutes({ login, tokens, memory, log }),
    ...facilityRoutes({ bind, eventStore, jobs }),
    ...recordRoutes({ bind, jobs }),
    ...stationRoutes({ bind, eventStore, jobs, names }),
    ...timeSeriesRoutes({ bind, eventStore, jobs, names }),
    ...observationRoutes({ bind, eventStore, jobs, clock, offset: config.utcOffset }),
    ...uvRoutes({ bind, jobs }),
  ];
  return {
    name: "command",
    routes,
    addFirstAccount: () => addFirstAdministrator(accounts, config.adminPassword),
    health: async () => healthOf(inbox),
    close: async () => {
      clearInterval(sweeping);
      await stopLogging();
      await inbox?.close();
      await jobs.close();
      await progress.close();
    },
  } satisfies Service;
};

/** With Kafka, instruments' networks may send through it. */
async function openObservationsInbox(platform: Platform, jobs: Jobs): Promise<Inbox | undefined> {
  const { config, clock, writtenVersions, log, metrics, watchOf } = platform;
  if (!config.kafka) return undefined;
  const watch = watchOf("kafka");
  const kafka = await openKafka(config.kafka, log, watch);
  const topic = OBSERVATIONS_INBOX;
  const store = createMessageStore({ jobs, clock, writtenVersions, offset: config.utcOffset, actor: topic });
  const inbox = openInbox({ kafka, topic, store, log, watch, onMessages: countMessages(metrics) });
  measureInbox(metrics, inbox);
  return inbox;
}

function healthOf(inbox: Inbox | undefined): Components {
  if (!inbox) return {};
  const { state: reading, ...details } = inbox.state();
  return { "inbox observations": { state: reading === "failing" ? "degraded" : "up", inbox: reading, ...details } };
}
