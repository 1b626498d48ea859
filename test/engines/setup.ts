import { readFile } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { startByDocker } from "./docker.ts";
import { ENGINES, type EngineName, type FoundEngine, NotHere, type StartedEngine } from "./engine.ts";
import { startByMaven } from "./maven.ts";

/** Where the project's own configuration names the engine. */
const variables: Readonly<Record<EngineName, string>> = {
  elasticsearch: "ELASTICSEARCH_URL",
  kafka: "KAFKA_BROKERS",
  "kafka-cluster": "KAFKA_CLUSTER_BROKERS",
  "kafka-secured": "KAFKA_SECURED_URL",
  eventstoredb: "EVENTSTORE_URL",
};

/**
 * Makes the engines available that the suites ask for: those that the environment names, else by Docker, else by Maven.
 * What nothing here can start is said in a line, and its suites are skipped; of what did not start although something
 * could, they fail. Stops what it started.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const found: Partial<Record<EngineName, FoundEngine>> = {};
  const stops: (() => Promise<void>)[] = [];
  for (const name of await wantedEngines(project)) {
    try {
      const { address, stop } = await availableEngine(name);
      found[name] = { address };
      if (stop) stops.push(stop);
    } catch (error) {
      const { message } = error as Error;
      const isMissing = error instanceof NotHere;
      found[name] = isMissing ? { missing: message } : { failure: message };
      process.stdout.write(`${name} ${isMissing ? "can't be had, its suites are skipped" : "failed"}: ${message}\n`);
    }
  }
  project.provide("engines", found);
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

async function wantedEngines(project: TestProject): Promise<readonly EngineName[]> {
  const { testFiles } = await project.globTestFiles();
  const texts = await Promise.all(testFiles.map((file) => readFile(file, "utf8")));
  return ENGINES.filter((name) => texts.some((text) => new RegExp(`describeWithEngine\\(\\s*"${name}"`).test(text)));
}

async function availableEngine(name: EngineName): Promise<StartedEngine> {
  const given = process.env[variables[name]];
  if (given) return { address: given };
  const failures: Error[] = [];
  for (const start of [startByDocker, startByMaven]) {
    try {
      return await start(name);
    } catch (error) {
      failures.push(error as Error);
    }
  }
  const words = [`${variables[name]} is not set`, ...failures.map(({ message }) => message)].join("; ");
  throw failures.every((failure) => failure instanceof NotHere) ? new NotHere(words) : new Error(words);
}
