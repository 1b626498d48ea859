import { describe, test } from "vitest";
import type { Engines } from "../end-to-end/engines.ts";
import { dockerAnswers, startByDocker } from "./docker.ts";
import { endToEndOn } from "./end-to-end.ts";

/** Each system gets a server of its own: on a common one they would share a log. */
const ownEventStore: Engines = async () => {
  const { address, stop } = await startByDocker("eventstoredb");
  return { variables: { EVENTSTORE_URL: address }, close: async () => stop?.() };
};

const title = "end to end with events in a real EventStoreDB";
if (await dockerAnswers()) describe(title, () => endToEndOn(ownEventStore));
else test.skip(`${title} (no Docker daemon answers)`, () => {});
