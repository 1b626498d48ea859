/** A name that OAI identifiers may hold: parts of letters, digits and hyphens that begin with a letter, two at least. */
export const REPOSITORY_ID = /^[a-z][a-z\d-]*(?:\.[a-z][a-z\d-]*)+$/i;

/** Who this system is to others. */
export interface Identity {
  /** Scheme, host and port of every absolute link, such as `https://data.example.org`. */
  readonly publicUrl: string;
  /** The name of this repository in identifiers that other catalogues keep; stays when the host changes. */
  readonly repositoryId: string;
}

/** `port`: that the query service listens on, for a system without a public address. */
export function identityOf(
  { publicUrl, repositoryId }: { readonly publicUrl: string | undefined; readonly repositoryId: string | undefined },
  host: string,
  port: number,
): Identity {
  const address = publicUrl ?? listenedOn(host, port);
  const { hostname } = new URL(address);
  return {
    publicUrl: address,
    repositoryId: repositoryId ?? (REPOSITORY_ID.test(hostname) ? hostname : "airlog.localhost"),
  };
}

/** A wildcard address is none that a link could lead to. */
function listenedOn(host: string, port: number): string {
  const isWildcard = ["0.0.0.0", "::", ""].includes(host);
  return `http://${isWildcard ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host}:${port}`;
}
