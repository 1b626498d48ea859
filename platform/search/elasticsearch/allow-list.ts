import type { Field, FieldTable } from "../embedded/index/mapping.ts";
import { Reader } from "../embedded/index/reader.ts";
import { Schema } from "../embedded/index/schema.ts";
import { parseSearch } from "../embedded/request.ts";
import { allShardsFailed, ShardFailure } from "../language/errors.ts";
import { DYNAMIC_FIELDS, type IndexMapping } from "../mapping.ts";
import type { SearchGuard } from "./engine.ts";

/**
 * Lets through what the embedded engine supports, at every depth, and refuses the rest as that does: it reads the
 * search as if to run it, over an index without documents. So there is one list of what readers may ask for.
 */
export function allowList(indexName: string, mapping: IndexMapping): SearchGuard {
  const nothing = new Reader(indexName, new OpenFields(mapping), []);
  return (search) => {
    try {
      parseSearch(search, nothing, Date.now());
    } catch (error) {
      // Reading ended here, so what follows in the search was not looked at and must not be run.
      if (error instanceof ShardFailure) throw allShardsFailed(error, indexName);
      throw error;
    }
  };
}

/**
 * The mapping's fields, and those that documents may have brought: which ones they are only the engine knows, so every
 * keyword below a dynamic object is taken to be there.
 */
class OpenFields implements FieldTable {
  readonly #schema: Schema;

  constructor(mapping: IndexMapping) {
    this.#schema = new Schema(mapping, DYNAMIC_FIELDS);
  }

  field(name: string): Field | undefined {
    const known = this.#schema.field(name);
    if (known || !DYNAMIC_KEYWORD.test(name)) return known;
    return { name, kind: "keyword", ignoreAbove: Number.MAX_SAFE_INTEGER, format: "" };
  }

  names(): readonly string[] {
    return this.#schema.names();
  }

  isObject(path: string): boolean {
    return this.#schema.isObject(path);
  }
}

const DYNAMIC_KEYWORD = /(?:^|\.)extra_metadata\..+\.keyword$/;
