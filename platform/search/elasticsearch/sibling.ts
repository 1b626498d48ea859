import { delay } from "../../async/delay.ts";
import type { Database } from "../../database/port.ts";
import { comparePositions, type Position } from "../../event-store/port.ts";
import { itemsOf } from "../../json/items.ts";
import { memberOf } from "../../json/member.ts";
import { registeredBuilds } from "../../views/registry.ts";
import type { BuildId } from "../../views/schema.ts";
import type { Change, DocumentSource, SourceHead } from "../documents/source.ts";
import { type DocumentView, TableSource } from "../documents/table-source.ts";
import type { IndexMapping } from "../mapping.ts";
import { oneLine, sendChanges } from "./bulk.ts";
import { cloneIndex, type FoundIndex, findIndexes, type IndexNames, refreshIndex } from "./catalogue-index.ts";
import { readIndexCheckpoint } from "./checkpoint.ts";
import type { Cluster } from "./cluster.ts";

/*
 * Another build of the same version has an index with nearly the same documents. A new index begins as a clone of it,
 * which takes seconds, and then gets the documents whose content differs.
 */

export interface CopyOptions {
  readonly cluster: Cluster;
  readonly database: Database;
  readonly view: DocumentView;
  readonly source: DocumentSource;
  readonly names: IndexNames;
  readonly mapping: IndexMapping;
  /** Fingerprint of the definition that both indexes must have. */
  readonly fingerprint: string;
  readonly signal: AbortSignal;
  /** Reads the source's changes after this one, as many as fit into a request. */
  readonly read: (after: number) => Promise<readonly Change[]>;
  readonly onReduced: (id: string, reason: string) => void;
}

/** An index that has every change up to a sequence. It is not searched yet. */
export interface CopiedIndex {
  readonly index: FoundIndex;
  readonly sequence: number;
}

interface SiblingIndex {
  readonly build: BuildId;
  readonly indexName: string;
}

const POLL_INTERVAL_MS = 250;
/** Time for which the source may stand still while the sibling is ahead of it. */
const MAX_STANDING_MS = 30_000;
const SCROLL_HITS = 1_000;

/**
 * Begins an index as the clone of a sibling's. Waits until the source has reached the sibling's position.
 * @returns undefined when there is no sibling, or its index can't be used for the source
 * @throws SearchUnavailable, ClusterRefused, database errors, the signal's reason
 */
export async function copySibling(options: CopyOptions): Promise<CopiedIndex | undefined> {
  const sibling = await findSibling(options);
  if (!sibling || !(await isLevel(sibling, options))) return undefined;
  const index = await cloneIndex(options.cluster, options.names, sibling.indexName, options.signal);
  // The clone may have changes that the sibling's table got in the meantime.
  if (!(await isLevel(sibling, options))) return undefined;
  const head = await options.source.head();
  const isCorrect = (await indexDifferent(index, head, options)) && (await deleteSurplus(index, head, options));
  return isCorrect ? { index, sequence: head.sequence } : undefined;
}

/** The newest complete build of the version with a searched index; none once this build is complete. */
async function findSibling({
  database,
  cluster,
  view,
  fingerprint,
  signal,
}: CopyOptions): Promise<SiblingIndex | undefined> {
  const builds = await registeredBuilds(database);
  const ofVersion = builds.filter(({ name, version }) => name === view.name && version === view.version);
  if (ofVersion.some(({ generation, complete }) => generation === view.generation && complete)) return undefined;
  for (const build of ofVersion
    .filter(({ generation, complete }) => complete && generation !== view.generation)
    .reverse()) {
    const known = await readIndexCheckpoint(database, build);
    if (!known || known.position === null || !known.source.endsWith(`/${fingerprint}`)) continue;
    const [index] = await findIndexes(cluster, known.indexName, signal);
    if (index?.uuid === known.indexUuid) return { build, indexName: index.name };
  }
  return undefined;
}

/** Waits until the source reaches the present position of the sibling's table; false when it stands still before that. */
async function isLevel({ build }: SiblingIndex, { database, source, signal }: CopyOptions): Promise<boolean> {
  const target = await positionOf(database, build);
  if (target === undefined) return false;
  let standing: { readonly position: Position; readonly since: number } | undefined;
  for (;;) {
    const { position } = await source.head();
    if (comparePositions(position, target) >= 0) return true;
    const now = performance.now();
    if (standing?.position !== position) standing = { position, since: now };
    if (now - standing.since >= MAX_STANDING_MS) return false;
    await delay(POLL_INTERVAL_MS, signal);
    signal.throwIfAborted();
  }
}

async function positionOf(database: Database, build: BuildId): Promise<Position | undefined> {
  const builds = await registeredBuilds(database);
  return builds.find(
    ({ name, version, generation }) =>
      name === build.name && version === build.version && generation === build.generation,
  )?.position;
}

/** Indexes the documents up to `head` whose content differs. False when the clone has a later change of one. */
async function indexDifferent(index: FoundIndex, head: SourceHead, options: CopyOptions): Promise<boolean> {
  for (let after = 0; after < head.sequence; ) {
    const changes = await options.read(after);
    const last = changes.at(-1);
    if (!last) return true;
    const held = await heldDocuments(index, changes, options);
    if (changes.some(({ sequence }, place) => (held[place]?.version ?? 0) > sequence)) return false;
    await send(
      changes.filter(({ document }, place) => !isSame(document, held[place]?.document)),
      options,
    );
    after = last.sequence;
  }
  return true;
}

interface HeldDocument {
  readonly version: number;
  readonly document: Uint8Array;
}

/** The documents as the index has them. */
async function heldDocuments(
  { name }: FoundIndex,
  changes: readonly Change[],
  { cluster, signal }: CopyOptions,
): Promise<readonly (HeldDocument | undefined)[]> {
  const { status, body } = await cluster.send({
    method: "POST",
    path: `/${name}/_mget`,
    body: JSON.stringify({ ids: changes.map(({ id }) => id) }),
    signal,
  });
  if (status >= 300) throw cluster.refusal(status, await cluster.readJson(body));
  const docs = memberOf(await wholeOf(body), "docs");
  return [...itemsOf(docs ?? EMPTY_ARRAY)].map((found) => {
    const [version, document] = [memberOf(found, "_version"), memberOf(found, "_source")];
    return version && document && { version: Number(Buffer.from(version).toString()), document };
  });
}

const EMPTY_ARRAY = Buffer.from("[]");

async function wholeOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function isSame(document: Uint8Array | undefined, held: Uint8Array | undefined): boolean {
  if (!document || !held) return document === held;
  return Buffer.compare(oneLine(document), held) === 0;
}

/** Deletes documents that the source does not have. False when the clone has a later change of one. */
async function deleteSurplus(index: FoundIndex, head: SourceHead, options: CopyOptions): Promise<boolean> {
  const { cluster, database, view, signal } = options;
  const table = new TableSource(database, view);
  await refreshIndex(cluster, index.name, signal);
  for await (const hits of idsIn(index, options)) {
    const current = await table.current(hits.map(({ _id }) => _id));
    const surplus = hits.filter((_, place) => !current[place]?.document);
    if (surplus.some(({ _version }) => _version > head.sequence)) return false;
    await send(
      surplus.map(({ _id: id }) => ({ id, sequence: head.sequence, document: undefined })),
      options,
    );
  }
  return true;
}

interface Hit {
  readonly _id: string;
  readonly _version: number;
}

interface Page {
  readonly _scroll_id: string;
  readonly hits: { readonly hits: readonly Hit[] };
}

/** The ids and versions of all documents of an index. */
async function* idsIn({ name }: FoundIndex, { cluster, signal }: CopyOptions): AsyncGenerator<readonly Hit[]> {
  const body = JSON.stringify({ size: SCROLL_HITS, _source: false, version: true, sort: ["_doc"] });
  let page = await cluster.call<Page>({
    ...{ method: "POST", path: `/${name}/_search`, query: { scroll: "1m" }, body, signal },
  });
  while (page.hits.hits.length > 0) {
    yield page.hits.hits;
    const next = JSON.stringify({ scroll: "1m", scroll_id: page._scroll_id });
    page = await cluster.call<Page>({ method: "POST", path: "/_search/scroll", body: next, signal });
  }
  const ended = JSON.stringify({ scroll_id: page._scroll_id });
  await cluster.call({ method: "DELETE", path: "/_search/scroll", body: ended, signal });
}

/** Writes changes, which replace the sibling's changes with the same number in the clone. */
async function send(
  changes: readonly Change[],
  { cluster, names, mapping, signal, onReduced }: CopyOptions,
): Promise<void> {
  await sendChanges(cluster, changes, { alias: names.feed, mapping, signal, onReduced, replacesSame: true });
}
