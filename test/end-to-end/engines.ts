/** Variables of a process. */
export type Environment = Readonly<Record<string, string>>;

/** What one system has to itself of the engines that it runs on besides PostgreSQL. */
export interface ObtainedEngines {
  readonly variables: Environment;
  /** Processes of each service, behind a gateway. Without it one process has all services. */
  readonly copies?: number;
  /** Removes what the system with this log left in them. */
  close(logId: string): Promise<void>;
}

export type Engines = () => Promise<ObtainedEngines>;

const embedded: Engines = async () => ({ variables: {}, close: async () => {} });

let chosen = embedded;

/** The embedded engines unless the test file chose others. */
export function obtainEngines(): Promise<ObtainedEngines> {
  return chosen();
}

/** Every system that this test file starts from now on runs on these. */
export function chooseEngines(engines: Engines): void {
  chosen = engines;
}
