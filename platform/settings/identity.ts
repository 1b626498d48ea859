/** A name for OAI identifiers: at least two parts of letters, digits and hyphens, each beginning with a letter. */
export const REPOSITORY_ID = /^[a-z][a-z\d-]*(?:\.[a-z][a-z\d-]*)+$/i;

/** Public identity of this system. */
export interface Identity {
  /** Scheme, host and port of every absolute link, such as `https://data.example.org`. */
  readonly publicUrl: string;
  /** The name of this repository in identifiers that other catalogues keep. It must stay when the host changes. */
  readonly repositoryId: string;
}

/** `port`: the query service's port, for a system without a public address. */
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

/** The address of a listening service. A link can't lead to a wildcard address. */
function listenedOn(host: string, port: number): string {
  const isWildcard = ["0.0.0.0", "::", ""].includes(host);
  return `http://${isWildcard ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host}:${port}`;
}
