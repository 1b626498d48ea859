import { readFile } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { startByDocker } from "./docker.ts";
import { ENGINES, EngineMissing, type EngineName, type FoundEngine, type StartedEngine } from "./engine.ts";
import { startByMaven } from "./maven.ts";

/** The environment variable with each engine's address. */
const variables: Readonly<Record<EngineName, string>> = {
  elasticsearch: "ELASTICSEARCH_URL",
  kafka: "KAFKA_BROKERS",
  "kafka-cluster": "KAFKA_CLUSTER_BROKERS",
  "kafka-secured": "KAFKA_SECURED_URL",
  eventstoredb: "EVENTSTORE_URL",
};

type SetUpProject = Pick<TestProject, "globTestFiles" | "provide">;

/**
 * Provides the engines that the suites require: from the environment, otherwise by Docker, otherwise by Maven, whose engines
 * suites can also kill; with ENGINES_BY=maven, by Maven before Docker; with ENGINES_BY=none, no engine is started. Suites of an engine that this machine can't start are
 * skipped, with a line that says why. Suites of an engine whose start failed fail. The teardown stops the engines that were
 * started.
 */
export async function setup(project: SetUpProject): Promise<() => Promise<void>> {
  const found: Partial<Record<EngineName, FoundEngine>> = {};
  const stops: (() => Promise<void>)[] = [];
  for (const name of await wantedEngines(project)) {
    try {
      const { address, stop } = await availableEngine(name);
      found[name] = { address };
      if (stop) stops.push(stop);
    } catch (error) {
      const message = messageOf(error);
      const isMissing = error instanceof EngineMissing;
      found[name] = isMissing ? { missing: message } : { failure: message };
      process.stdout.write(
        `${name} ${isMissing ? "is missing, its suites are skipped" : "did not start"}: ${message}\n`,
      );
    }
  }
  project.provide("engines", found);
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

async function wantedEngines(project: SetUpProject): Promise<readonly EngineName[]> {
  const { testFiles } = await project.globTestFiles();
  const texts = await Promise.all(testFiles.map((file) => readFile(file, "utf8")));
  return ENGINES.filter((name) => texts.some((text) => new RegExp(`describeWithEngine\\(\\s*"${name}"`).test(text)));
}

async function availableEngine(name: EngineName): Promise<StartedEngine> {
  const given = process.env[variables[name]];
  if (given) return { address: given };
  const failures: unknown[] = [];
  const by = process.env["ENGINES_BY"];
  const starts = by === "none" ? [] : [startByDocker, startByMaven];
  if (by === "maven") starts.reverse();
  for (const start of starts) {
    try {
      return await start(name);
    } catch (error) {
      failures.push(error);
    }
  }
  const words = [`${variables[name]} is not set`, ...failures.map(messageOf)].join("; ");
  throw failures.every((failure) => failure instanceof EngineMissing) ? new EngineMissing(words) : new Error(words);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
