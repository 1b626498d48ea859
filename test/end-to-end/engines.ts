/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string>>;

/** The engines of one system besides PostgreSQL. */
export interface ObtainedEngines {
  readonly variables: Environment;
  /** Number of processes of each service, behind a gateway; without it, one process runs all services. */
  readonly copies?: number;
  /** Removes what the system with this log wrote to them. */
  close(logId: string): Promise<void>;
}

export type Engines = () => Promise<ObtainedEngines>;

const embedded: Engines = async () => ({ variables: {}, close: async () => {} });

let chosen = embedded;

/** The engines that the test file chose, by default the embedded ones. */
export function obtainEngines(): Promise<ObtainedEngines> {
  return chosen();
}

/** Whether the test file runs on the embedded engines. */
export function isEmbedded(): boolean {
  return chosen === embedded;
}

/** Sets the engines of every system that this test file starts from now on. */
export function chooseEngines(engines: Engines): void {
  chosen = engines;
}
