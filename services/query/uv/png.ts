import { constants, crc32, deflateSync } from "node:zlib";

/** A picture of at most 256 colours. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly colours: readonly (readonly [red: number, green: number, blue: number])[];
  /** Numbers of colours, by row from the top. */
  readonly pixels: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 8;
const INDEXED = 3;

/** The picture as a PNG with a palette (W3C PNG, third edition, 5 and 11). */
export function encodePng({ width, height, colours, pixels }: Picture): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS, INDEXED], 8);
  // Each row begins with the number of its filter, none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const chunks = [
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(colours.flat())),
    chunk("IDAT", deflateSync(rows, { level: constants.Z_BEST_COMPRESSION })),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Uint8Array.from(Buffer.concat([SIGNATURE, ...chunks]));
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
