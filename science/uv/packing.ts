/** A table as text for the source tree: 32-bit floats, little-endian, in base64. */
export const pack = (table: Float32Array): string => {
  const bytes = new Uint8Array(table.length * 4);
  const view = new DataView(bytes.buffer);
  table.forEach((value, i) => {
    view.setFloat32(i * 4, value, true);
  });
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
};

/** The table of a text that `pack` made, as the doubles that arithmetic goes fastest with. */
export const unpack = (text: string): Float64Array => {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float64Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(i * 4, true));
};
