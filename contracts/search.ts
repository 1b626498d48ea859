import { z } from "zod";
import { Metadata } from "./metadata.ts";

/** Bytes of a search at most, also when unpacked. */
export const MAX_SEARCH_BYTES = 1024 * 1024;

/** Time limit of a search; it includes the answer if that is streamed. */
export const SEARCH_TIMEOUT_MS = 30_000;

/** `from` + `size` of a search at most. */
export const SEARCH_WINDOW = 10_000;

/** Hits of the search by extent at most. */
export const MAX_EXTENT_HITS = 1_000;

/** A search: `search` goes to the search engine as it is. */
export const QueryDto = z
  .strictObject({ search: z.record(z.string(), z.unknown()).nullish() })
  .meta({ id: "QueryDto" });

/** The search engine's answer, unmodified. */
export const MetadataResultDto = z
  .object({ response: z.record(z.string(), z.unknown()) })
  .meta({ id: "MetadataResultDto" });

export const CompatMetadataResultDto = z
  .object({ hits: z.array(Metadata), totalHits: z.number().int(), hitCount: z.number().int() })
  .meta({ id: "CompatMetadataResultDto" });

/** One entry of a record's history; deletions have no `record`. */
export const HistoryEntry = z
  .object({
    position: z.string(),
    time: z.string(),
    type: z.enum(["MetadataAdded", "MetadataDeleted"]),
    revision: z.number().int(),
    provider: z.string(),
    record: Metadata.optional(),
  })
  .meta({ id: "HistoryEntry" });
