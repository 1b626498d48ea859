import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from "testcontainers";
import { imageFor } from "../compose/docker/images.ts";
import { freePort } from "../listen.ts";
import { EngineMissing, type EngineName, type StartedEngine } from "./engine.ts";

/** The container that removes the containers of a killed run, as testcontainers 12 names it. */
const REAPER = "testcontainers/ryuk:0.14.0";

interface EngineImage {
  readonly published: string;
  start(container: GenericContainer): Promise<{ address: string; container: StartedTestContainer }>;
}

const images: Partial<Record<EngineName, EngineImage>> = {
  elasticsearch: {
    published: "elasticsearch:8.19.16",
    start: async (image) => {
      const container = await image
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
      return { address: `http://${container.getHost()}:${container.getMappedPort(9200)}`, container };
    },
  },
  kafka: {
    published: "apache/kafka:4.1.1",
    start: async (image) => {
      const port = await freePort();
      const container = await image
        .withEnvironment({
          KAFKA_NODE_ID: "1",
          KAFKA_PROCESS_ROLES: "broker,controller",
          KAFKA_LISTENERS: `PLAINTEXT://:${port},CONTROLLER://:9093`,
          // Clients connect to the address that the broker names: the port here has to be the port there.
          KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
          KAFKA_CONTROLLER_LISTENER_NAMES: "CONTROLLER",
          KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
          KAFKA_CONTROLLER_QUORUM_VOTERS: "1@localhost:9093",
          KAFKA_NUM_PARTITIONS: "3",
          KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: "1",
          KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: "1",
          KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: "1",
          KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: "0",
          KAFKA_LOG_DIRS: "/var/lib/kafka/data",
        })
        .withExposedPorts({ container: port, host: port })
        .withStartupTimeout(120_000)
        .start();
      return { address: `127.0.0.1:${port}`, container };
    },
  },
  eventstoredb: {
    published: "eventstore/eventstore:24.10.14",
    start: async (image) => {
      const container = await image
        .withCommand(["--insecure", "--mem-db", "--run-projections=None"])
        .withExposedPorts(2113)
        .withWaitStrategy(Wait.forHttp("/health/live", 2113).forStatusCode(204))
        .withStartupTimeout(120_000)
        .start();
      return { address: `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`, container };
    },
  },
};

/** @throws EngineMissing when there is no image or no Docker daemon, Error when the engine does not start. */
export async function startByDocker(name: EngineName): Promise<StartedEngine> {
  const { image, start } = await available(name);
  const { address, container } = await start(new GenericContainer(image));
  return {
    address,
    stop: async () => {
      await container.stop();
    },
  };
}

/** Why Docker can't start the engine here; undefined where it can. */
export function missingByDocker(name: EngineName): Promise<string | undefined> {
  return available(name).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

async function available(name: EngineName): Promise<Pick<EngineImage, "start"> & { readonly image: string }> {
  const known = images[name];
  if (!known) throw new EngineMissing(`no image of ${name} is known`);
  if (!(await dockerAnswers())) throw new EngineMissing("no Docker daemon answers");
  const image = await imageFor(known.published).catch((error: Error) => {
    throw new EngineMissing(`${known.published} can't be pulled, nor its stand-in be built: ${error.message}`);
  });
  if (image === undefined) throw new EngineMissing(`${known.published} can't be pulled`);
  if ((await imageFor(REAPER)) === undefined) process.env["TESTCONTAINERS_RYUK_DISABLED"] = "true";
  return { image, start: known.start };
}

/** Whether a Docker daemon can start containers. */
function dockerAnswers(): Promise<boolean> {
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}
