/** A name for OAI identifiers: at least two parts of letters, digits and hyphens, each beginning with a letter. */
export const REPOSITORY_ID = /^[a-z][a-z\d-]*(?:\.[a-z][a-z\d-]*)+$/i;

/** Public identity of this system. */
export interface Identity {
  /** Scheme, host and port of every absolute link, such as `https://data.example.org`. */
  readonly publicUrl: string;
  /** The name of this repository in identifiers that other catalogues keep. It must stay when the host changes. */
  readonly repositoryId: string;
}

export interface IdentitySettings {
  readonly publicUrl: string | undefined;
  readonly repositoryId: string | undefined;
}

/** `address`: that the query service listens on, for a system without a public address. */
export function identityOf({ publicUrl, repositoryId }: IdentitySettings, address: string): Identity {
  const url = publicUrl ?? reachable(address);
  const { hostname } = new URL(url);
  return {
    publicUrl: url,
    repositoryId: repositoryId ?? (REPOSITORY_ID.test(hostname) ? hostname : "airlog.localhost"),
  };
}

/** A warning of links that lead nowhere from other machines, where a system without a public address listens for these. */
export function localLinksWarning({ publicUrl }: IdentitySettings, host: string): string | undefined {
  if (publicUrl !== undefined || /^(?:127\.|::1$|localhost$)/.test(host)) return undefined;
  return `AIRLOG_PUBLIC_URL is not set: links in answers lead to this machine's own address, not to ${host}`;
}

/** The address of a server as a URL. */
export const addressOf = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

/** No link leads to a wildcard address. */
const reachable = (address: string): string => address.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:|$)/, "//127.0.0.1");
