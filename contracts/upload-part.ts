import type { EventMeta } from "./event-metadata.ts";

/** `causationId` as it named an upload's part before version 3 of `ObservationsIngested`: upload/last line/from/to. */
const PACKED = /^([^/]+)\/(\d+)\/(-?\d+)\/(-?\d+)$/;

/** Metadata of an earlier version with the upload's part as a member of its own; events that name none stay as they are. */
export function unpackedPart(meta: EventMeta): EventMeta {
  const [, upload, lastLine, from, to] = PACKED.exec(meta.causationId ?? "") ?? [];
  if (upload === undefined) return meta;
  const { causationId: _, ...others } = meta;
  return { ...others, uploadPart: { upload, lastLine: Number(lastLine), from: Number(from), to: Number(to) } };
}

/** Metadata with the upload's part as an earlier version has it, which has no room for the cause then. */
export function packedPart({ uploadPart, ...meta }: EventMeta): EventMeta {
  if (!uploadPart) return meta;
  const { upload, lastLine, from, to } = uploadPart;
  return { ...meta, causationId: [upload, lastLine, from, to].join("/") };
}
