import { GenericContainer, getContainerRuntimeClient, Wait } from "testcontainers";
import { EngineMissing, type EngineName, type StartedEngine } from "./engine.ts";

const images: Partial<Record<EngineName, () => Promise<StartedEngine>>> = {
  elasticsearch: async () => {
    const container = await new GenericContainer("elasticsearch:8.19.16")
      .withEnvironment({
        "discovery.type": "single-node",
        "indices.breaker.request.limit": "40%",
        "xpack.security.enabled": "false",
        ES_JAVA_OPTS: "-Xms1g -Xmx1g",
      })
      .withExposedPorts(9200)
      .withWaitStrategy(Wait.forHttp("/_cluster/health?wait_for_status=yellow", 9200))
      .withStartupTimeout(180_000)
      .start();
    return {
      address: `http://${container.getHost()}:${container.getMappedPort(9200)}`,
      stop: async () => {
        await container.stop();
      },
    };
  },
  eventstoredb: async () => {
    const container = await new GenericContainer("eventstore/eventstore:24.10.14")
      .withCommand(["--insecure", "--mem-db", "--run-projections=None"])
      .withExposedPorts(2113)
      .withWaitStrategy(Wait.forHttp("/health/live", 2113).forStatusCode(204))
      .withStartupTimeout(120_000)
      .start();
    return {
      address: `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`,
      stop: async () => {
        await container.stop();
      },
    };
  },
};

/** @throws EngineMissing when there is no image or no Docker daemon, Error when the engine does not start. */
export async function startByDocker(name: EngineName): Promise<StartedEngine> {
  const start = images[name];
  if (!start) throw new EngineMissing(`no image of ${name} is known`);
  if (!(await dockerAnswers())) throw new EngineMissing("no Docker daemon answers");
  return start();
}

/** Whether a Docker daemon can start containers. */
export function dockerAnswers(): Promise<boolean> {
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}
