/** Addresses and credentials of Elasticsearch. Contains secrets: never log it. */
export interface ElasticsearchSettings {
  /** One URL per node. Requests rotate among the nodes and fail over when one is unreachable. */
  readonly nodes: readonly string[];
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Base64 of `id:key`. Takes precedence over user and password. */
  readonly apiKey?: string | undefined;
  /** PEM file of the CA that signed the nodes' certificates. */
  readonly caFile?: string | undefined;
  /** Timeout of requests in milliseconds; 60,000 by default. */
  readonly requestLimit?: number;
}
