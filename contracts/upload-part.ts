import type { EventMeta } from "./event-metadata.ts";

/**
 * The form of `causationId` that held an upload's part before version 3 of `ObservationsIngested`: upload/last line/from/to.
 */
const PACKED = /^([^/]+)\/(\d+)\/(-?\d+)\/(-?\d+)$/;

/** Metadata of an earlier version with the upload's part as a member of its own; unchanged if it holds none. */
export function unpackedPart(meta: EventMeta): EventMeta {
  const [, upload, lastLine, from, to] = PACKED.exec(meta.causationId ?? "") ?? [];
  if (upload === undefined) return meta;
  const { causationId: _, ...others } = meta;
  return { ...others, uploadPart: { upload, lastLine: Number(lastLine), from: Number(from), to: Number(to) } };
}

/** Metadata with the upload's part in the form of an earlier version, which leaves no room for a cause. */
export function packedPart({ uploadPart, ...meta }: EventMeta): EventMeta {
  if (!uploadPart) return meta;
  const { upload, lastLine, from, to } = uploadPart;
  return { ...meta, causationId: [upload, lastLine, from, to].join("/") };
}
