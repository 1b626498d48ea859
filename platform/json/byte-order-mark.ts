/** Bytes of the byte order mark that some programs put before their text; it means nothing. */
const MARK_BYTES = 3;

/** The offset of the first byte of the text after a byte order mark; 0 without one. */
export function afterMark(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? MARK_BYTES : 0;
}
