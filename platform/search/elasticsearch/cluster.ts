import { readFileSync } from "node:fs";
import { Client, type ClientOptions } from "@elastic/elasticsearch";
import type { Logger } from "pino";
import type { Watch } from "../../engine-watch.ts";
import { messageOf, tellsOfLoss } from "../../errors.ts";
import type { ElasticsearchSettings } from "../../settings/elasticsearch.ts";
import { type SearchSignal, SearchUnavailable } from "../port.ts";
import { isOverdue, type NodeAnswer, NodeConnection, type NodeRequest } from "./connection.ts";

export interface ClusterRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** `application/json` by default. */
  readonly contentType?: string;
  /** Cancels the request, also while its answer is read, and with it the work in the engine. */
  readonly signal?: SearchSignal;
}

export interface ClusterAnswer {
  readonly status: number;
  /**
   * The answer as a stream for a single reader, which must read it to the end or leave the loop.
   * @throws SearchUnavailable when the connection is lost, the signal's reason
   */
  readonly body: AsyncIterable<Buffer>;
}

/** Timeout of the health request at startup. */
const START_TIMEOUT_MS = 5_000;

/** Client of an Elasticsearch cluster, with pooled connections. */
export class Cluster {
  readonly #client: Client;
  readonly #where: string;
  readonly #watch: Watch | undefined;

  /**
   * Opens no connection yet. All requests report to `watch` whether the cluster answers.
   * @throws Error for an invalid URL or an unreadable CA file
   */
  constructor(settings: ElasticsearchSettings, watch?: Watch) {
    this.#watch = watch;
    this.#client = new Client(clientOptions(settings));
    this.#where = settings.nodes.map((node) => new URL(node).host).join(", ");
  }

  /**
   * Sends a request. Resolves when the answer begins, with any status. If a node can't be reached, the next one is
   * tried.
   * @throws SearchUnavailable when no node answers in time; the signal's reason when it aborts
   */
  async send({ method, path, query, body, contentType, signal }: ClusterRequest): Promise<ClusterAnswer> {
    signal?.throwIfAborted();
    const request: NodeRequest = {
      method,
      path: query ? `${path}?${new URLSearchParams(query)}` : path,
      body,
      contentType: contentType ?? "application/json",
      signal,
      failure: (cause) => (signal?.aborted ? signal.reason : this.#unavailable(cause)),
    };
    const { connectionPool: nodes, transport } = this.#client;
    // One attempt per node and one more: a pooled connection may have been closed by the other end.
    for (let left = nodes.size; ; left--) {
      const node = transport.getConnection({ requestId: "", context: undefined });
      if (!(node instanceof NodeConnection)) throw request.failure(new Error("its connections are closed"));
      let answer: NodeAnswer;
      try {
        answer = await node.exchange(request);
      } catch (error) {
        if (signal?.aborted || isOverdue(error) || left === 0) throw request.failure(error);
        nodes.markDead(node);
        continue;
      }
      nodes.markAlive(node);
      if (answer.isElasticsearch || answer.status >= 300) {
        if (answer.status < 300) this.#watch?.answered();
        return answer;
      }
      await answer.body.return?.();
      throw request.failure(new Error("the server there does not identify as Elasticsearch"));
    }
  }

  /**
   * Sends a request and parses its answer, which must be a success.
   * @throws SearchUnavailable, ClusterRefused, the signal's reason
   */
  async call<Answer>(request: ClusterRequest): Promise<Answer> {
    const { status, body } = await this.send(request);
    const value = await this.readJson(body);
    // The caller declares the type of the answer.
    if (status < 300) return value as Answer;
    throw this.refusal(status, value);
  }

  /** Reads a whole answer; undefined if it is not JSON. @throws the errors of `ClusterAnswer.body` */
  async readJson(body: AsyncIterable<Buffer>): Promise<unknown> {
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    try {
      return JSON.parse(Buffer.concat(chunks).toString("utf8"));
    } catch {
      return undefined;
    }
  }

  /**
   * The error for an answer with an error status: the engine can't be used at the moment, or it rejects the request.
   */
  refusal(status: number, answer: unknown): SearchUnavailable | ClusterRefused {
    const { type = "unknown", reason = `status ${status}` } = describedIn(answer);
    if (status === 401 || status === 403) {
      const words = `it refuses our user, password or API key (${status}: ${reason})`;
      return new AccessRefused(this.#unavailable(new Error(words)).message);
    }
    if (status === 429) return new ClusterBusy(this.#unusable(new Error(`it answers 429: ${reason}`)));
    if (UNAVAILABLE_STATUSES.has(status)) return this.#unavailable(new Error(`it answers ${status}: ${reason}`));
    return new ClusterRefused(status, type, `Elasticsearch refuses (${status} ${type}): ${reason}`);
  }

  /** `green`, `yellow` or `red`. @throws SearchUnavailable, ClusterRefused, the signal's reason */
  async health(signal: AbortSignal): Promise<string> {
    const { status } = await this.call<{ status: string }>({ method: "GET", path: "/_cluster/health", signal });
    return status;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  #unavailable(cause: unknown): ClusterLost {
    const lost = new ClusterLost(this.#unusable(cause), { cause });
    this.#watch?.failed(lost);
    return lost;
  }

  #unusable(cause: unknown): string {
    const why = cause instanceof Error ? cause.message || cause.name : String(cause);
    return `Elasticsearch at ${this.#where} can't be used: ${why}`;
  }
}

/**
 * Creates a client and checks that the cluster answers. If it does not, only a warning is logged: the cluster may come
 * up later, and only searches need it.
 * @throws SearchUnavailable when Elasticsearch rejects the credentials
 * @throws Error for an invalid URL or an unreadable CA file
 */
export async function openCluster(settings: ElasticsearchSettings, log: Logger, watch?: Watch): Promise<Cluster> {
  const cluster = new Cluster(settings, watch);
  try {
    await cluster.health(AbortSignal.timeout(START_TIMEOUT_MS));
  } catch (error) {
    if (error instanceof AccessRefused) {
      await cluster.close();
      throw error;
    }
    if (tellsOfLoss(error)) return cluster;
    log.warn({ reason: messageOf(error) }, "Elasticsearch can't be used; searches are refused until it can");
  }
  return cluster;
}

/** The cluster can't be reached, or can't work. */
class ClusterLost extends SearchUnavailable {
  override get tellsOfLoss(): boolean {
    return true;
  }
}

/** Elasticsearch rejects the configured credentials. */
class AccessRefused extends ClusterLost {}

/** Elasticsearch has too much to do. Many or large searches cause it too, so it does not mean that the engine is lost. */
class ClusterBusy extends SearchUnavailable {
  override readonly name = "ClusterBusy";
}

/** Elasticsearch rejects the request. A retry would fail too. */
export class ClusterRefused extends Error {
  override readonly name = "ClusterRefused";
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** Whether the answer has an `error` object. */
export function isErrorObject(answer: unknown): answer is { readonly error: Readonly<Record<string, unknown>> } {
  return isObject(answer) && isObject(answer["error"]);
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** Type and reason of an answer's error, as far as present. */
function describedIn(answer: unknown): { type?: string; reason?: string } {
  if (!isErrorObject(answer)) {
    return isObject(answer) && typeof answer["error"] === "string" ? { reason: answer["error"] } : {};
  }
  const { type, reason } = answer.error;
  return { ...(typeof type === "string" && { type }), ...(typeof reason === "string" && { reason }) };
}

/** Statuses of an engine that can't work, or of a proxy in front of it. */
const UNAVAILABLE_STATUSES = new Set([408, 502, 503, 504]);

function clientOptions(settings: ElasticsearchSettings): ClientOptions {
  const { nodes, username, password, apiKey, caFile, requestLimit = 60_000 } = settings;
  return {
    nodes: [...nodes],
    requestTimeout: requestLimit,
    Connection: NodeConnection,
    ...(apiKey ? { auth: { apiKey } } : username ? { auth: { username, password: password ?? "" } } : {}),
    ...(caFile ? { tls: { ca: readCertificate(caFile) } } : {}),
  };
}

function readCertificate(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`ELASTICSEARCH_CA_FILE can't be read: ${error instanceof Error ? error.message : error}`);
  }
}
