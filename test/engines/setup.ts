import { readFile } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { startByDocker } from "./docker.ts";
import { ENGINES, type EngineName, type FoundEngine } from "./engine.ts";
import { startByMaven } from "./maven.ts";

/** An engine that answers, and what ends it when this run started it. */
export interface StartedEngine {
  readonly address: string;
  readonly stop?: () => Promise<void>;
}

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
 * What can't be had is said in a line, and its suites are skipped. Stops what it started.
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
      const missing = (error as Error).message;
      found[name] = { missing };
      process.stdout.write(`${name} can't be started, its suites are skipped: ${missing}\n`);
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
  const reasons: string[] = [];
  for (const start of [startByDocker, startByMaven]) {
    try {
      return await start(name);
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  throw new Error(`${variables[name]} is not set; ${reasons.join("; ")}`);
}
