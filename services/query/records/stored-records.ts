import { LRUCache } from "lru-cache";
import type { catalogue } from "../../../contracts/views/catalogue.ts";
import type { Queryable } from "../../../platform/database/port.ts";
import { joinedDocument } from "../../../platform/search/documents/joined-document.ts";
import { JsonAnswer } from "../http/conditional.ts";

/** Bytes of records that are kept. */
const MAX_BYTES = 8 * 1024 ** 2;
/** Memory of a record besides its content and its key, bytes. */
const OVERHEAD_BYTES = 1024;

interface Row {
  readonly change: bigint;
  /** Null where the row has not changed since it was last read. */
  readonly document: Buffer | null;
  readonly facility_document: Buffer | null;
}

interface Known {
  readonly change: bigint;
  readonly answer: JsonAnswer;
}

/**
 * Records as the view has them. For a record that is in memory already the query returns only whether it has changed.
 */
export class StoredRecords {
  readonly #database: Queryable;
  readonly #known = new LRUCache<string, Known>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => answer.length + key.length + OVERHEAD_BYTES,
  });

  constructor(database: Queryable) {
    this.#database = database;
  }

  async read({ tables: { records } }: typeof catalogue, pid: string): Promise<JsonAnswer | undefined> {
    const key = `${records} ${pid}`;
    const known = this.#known.get(key);
    const [row] = await this.#database.query<Row>({
      name: `${records}-by-pid`,
      text: `select change_seq as change, case when change_seq = $2 then null else document end as document,
          case when change_seq = $2 then null else facility_document end as facility_document
        from ${records} where pid = $1 and not deleted`,
      values: [pid, known?.change ?? null],
      binary: true,
    });
    if (!row) return undefined;
    const { change, document, facility_document: facility } = row;
    if (document === null) return known?.answer;
    const answer = new JsonAnswer(alone(joinedDocument(document, facility)));
    this.#known.set(key, { change, answer });
    return answer;
  }
}

/** A copy with memory of its own: a slice would keep the whole buffer that the database sent, or a pool, in memory. */
function alone(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
