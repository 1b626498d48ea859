import { z } from "zod";
import { Metadata } from "./metadata.ts";

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
