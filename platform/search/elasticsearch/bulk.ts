import { Backoff } from "../../async/backoff.ts";
import type { Change } from "../documents/source.ts";
import type { IndexMapping } from "../mapping.ts";
import { SearchUnavailable } from "../port.ts";
import type { Cluster } from "./cluster.ts";
import { isTooDeep, reducedDocuments } from "./reduced-document.ts";

/** Maximum bytes of documents in one request. A larger document is sent alone. */
const REQUEST_BYTES = 8 * 1024 * 1024;
/** Delays before retrying operations that the engine was too busy for. */
const RETRY_DELAYS = { firstMs: 50, maxMs: 6_400 };
const MAX_RETRIES = 8;
/** Writes are blocked while the index is cloned. */
const BLOCKED = "cluster_block_exception";

export interface BulkOptions {
  /** Alias of the index. Requests require an alias: otherwise Elasticsearch would create an index of this name. */
  readonly alias: string;
  readonly mapping: IndexMapping;
  readonly signal: AbortSignal;
  /** Called when a document is refused; it is then indexed in a reduced form. */
  readonly onReduced: (id: string, reason: string) => void;
  /** Whether a change replaces one with the same number, instead of counting as repeated. */
  readonly replacesSame?: boolean;
}

/** The index or one of its aliases was deleted. */
export class IndexLost extends Error {
  override readonly name = "IndexLost";
}

/** Elasticsearch refuses every form of the document. */
class DocumentRefused extends Error {
  override readonly name = "DocumentRefused";
  readonly id: string;
  constructor(id: string, reason: string) {
    super(`document ${id} can't be indexed: ${reason}`);
    this.id = id;
  }
}

/**
 * Writes the changes to the index. Each carries its sequence number as its version, so repeated, late and reordered
 * writes have no effect. Resolves when the engine has persisted all of them.
 * @throws IndexLost, DocumentRefused, SearchUnavailable, ClusterRefused, the signal's reason
 */
export async function sendChanges(cluster: Cluster, changes: readonly Change[], options: BulkOptions): Promise<void> {
  for (const batch of batches(changes)) await sendBatch(cluster, batch, options);
}

/** A change to be sent. Without a body it is a deletion. */
interface Operation {
  readonly change: Change;
  readonly body: Uint8Array | undefined;
  /** Reduced forms to be tried if this one is refused. */
  readonly instead?: readonly Uint8Array[];
}

async function sendBatch(cluster: Cluster, changes: readonly Change[], options: BulkOptions): Promise<void> {
  let left = changes.map((change): Operation => {
    const operation = { change, body: change.document };
    return change.document && isTooDeep(change.document) ? reduced(operation, "nested too deeply", options) : operation;
  });
  const backoff = new Backoff(RETRY_DELAYS);
  for (let retries = 0; left.length > 0; ) {
    const { busy, refused } = await request(cluster, left, options);
    left = [...busy, ...refused.map(({ operation, reason }) => reduced(operation, reason, options))];
    if (busy.length === 0) continue;
    if (++retries > MAX_RETRIES) throw new SearchUnavailable("Elasticsearch stays too busy to index");
    await backoff.wait(options.signal);
    options.signal.throwIfAborted();
  }
}

interface BulkItem {
  readonly status: number;
  readonly error?: { readonly type: string; readonly reason?: string };
}

interface Outcome {
  /** Refused because the engine is overloaded; to be retried. */
  readonly busy: Operation[];
  readonly refused: { readonly operation: Operation; readonly reason: string }[];
}

async function request(
  cluster: Cluster,
  operations: readonly Operation[],
  { alias, signal, replacesSame }: BulkOptions,
): Promise<Outcome> {
  const { status, body } = await cluster.send({
    method: "POST",
    path: `/${alias}/_bulk`,
    query: { require_alias: "true", timeout: "30s", filter_path: "errors,items.*.status,items.*.error" },
    body: bulkBody(operations, replacesSame ? "external_gte" : "external"),
    contentType: "application/x-ndjson",
    signal,
  });
  // The type is that of Elasticsearch's documentation.
  const answer = (await cluster.readJson(body)) as { errors: boolean; items: Record<string, BulkItem>[] };
  if (status === 429) return { busy: [...operations], refused: [] };
  if (status >= 300) throw cluster.refusal(status, answer);
  const outcome: Outcome = { busy: [], refused: [] };
  if (!answer.errors) return outcome;
  for (const [at, operation] of operations.entries()) {
    const [item] = Object.values(answer.items[at] ?? {});
    if (!item?.error || isDone(item)) continue;
    if (item.error.type === "index_not_found_exception") throw new IndexLost(`${alias} leads to no index`);
    const reason = `${item.error.type}: ${item.error.reason}`;
    if (item.status === 429 || item.status === 503 || item.error.type === BLOCKED) outcome.busy.push(operation);
    else if (item.status === 400) outcome.refused.push({ operation, reason });
    else throw new SearchUnavailable(`Elasticsearch does not index (${item.status} ${reason})`);
  }
  return outcome;
}

/** 409: the index has this change or a later one. */
function isDone({ status }: BulkItem): boolean {
  return status < 300 || status === 409;
}

/** The change with the next reduced form of its document. @throws DocumentRefused when no form is left */
function reduced({ change, body, instead }: Operation, reason: string, options: BulkOptions): Operation {
  if (!body) throw new DocumentRefused(change.id, reason);
  if (!instead) options.onReduced(change.id, reason);
  const [next, ...rest] = instead ?? reducedDocuments(body, options.mapping);
  if (!next) throw new DocumentRefused(change.id, reason);
  return { change, body: next, instead: rest };
}

function* batches(changes: readonly Change[]): Generator<readonly Change[]> {
  let batch: Change[] = [];
  let bytes = 0;
  for (const change of changes) {
    const size = change.document?.byteLength ?? 0;
    if (batch.length > 0 && bytes + size > REQUEST_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(change);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** The NDJSON body of a request. Documents are not parsed. */
function bulkBody(operations: readonly Operation[], versionType: "external" | "external_gte"): Buffer {
  const parts: Uint8Array[] = [];
  for (const { change, body } of operations) {
    const kind = body ? "index" : "delete";
    const id = JSON.stringify(change.id);
    const action = `{"${kind}":{"_id":${id},"version":${change.sequence},"version_type":"${versionType}"}}\n`;
    parts.push(Buffer.from(action));
    if (body) parts.push(oneLine(body), NEWLINE);
  }
  return Buffer.concat(parts);
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const NEWLINE = Buffer.from("\n");

/** Replaces line feeds, as the index has the document. In JSON they are always whitespace between tokens. */
export function oneLine(document: Uint8Array): Uint8Array {
  return document.includes(LINE_FEED) ? document.map((byte) => (byte === LINE_FEED ? SPACE : byte)) : document;
}
