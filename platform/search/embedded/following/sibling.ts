import type { DocumentChange, Indexer } from "../../../../search-engine/index/indexer.ts";
import { comparePositions } from "../../../event-store/port.ts";
import type { DocumentSource, SourceHead } from "../../documents/source.ts";
import type { Snapshot } from "../snapshots/store.ts";
import { changesIn } from "./building.ts";

/** The index of another build of the same version, to begin with: most documents of the two are equal. */
export interface Sibling {
  readonly snapshot: Snapshot;
  /** The source's present document of each id. */
  current(ids: readonly string[]): Promise<readonly DocumentChange[]>;
}

/**
 * Whether an index may begin with the snapshot of a sibling: not if the sibling's table, at `head`, is older, nor if
 * the order of documents has decided which names are fields.
 */
export function isUsable({ head, dynamicPaths }: Snapshot, table: SourceHead, dynamicFields: number): boolean {
  return comparePositions(head.position, table.position) <= 0 && dynamicPaths.length < dynamicFields;
}

interface CorrectionOptions extends Pick<Sibling, "current"> {
  readonly source: DocumentSource;
  readonly ended: () => boolean;
}

const PAGE_SIZE = 1_000;

/**
 * Turns the index of a sibling into that of the source at `head`: indexes documents whose content differs again, and
 * deletes those missing in the source. Once `ended` returns true it stops, and the index is neither.
 */
export async function correct(
  indexer: Indexer,
  head: SourceHead,
  { source, current, ended }: CorrectionOptions,
): Promise<void> {
  const comparison = indexer.compare();
  for await (const changes of changesIn(source, { after: -1, to: head.sequence })) {
    for (const change of changes) {
      const { id, document } = change;
      if (!document || !comparison.has(id, document)) indexer.apply(change);
    }
    if (ended()) return;
  }
  for (const ids of pages(comparison.left())) {
    for (const change of await current(ids)) indexer.apply(change);
    if (ended()) return;
  }
}

function* pages(ids: Iterable<string>): Generator<readonly string[]> {
  let page: string[] = [];
  for (const id of ids) {
    page.push(id);
    if (page.length < PAGE_SIZE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
