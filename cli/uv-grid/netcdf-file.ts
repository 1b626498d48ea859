import { isUtf8 } from "node:buffer";
import { NetCDFReader } from "netcdfjs";
import { BadFile } from "../bad-file.ts";

interface Attribute {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
}

type Reading = (view: DataView, at: number) => number;

/** The reader of a number of each type, and the number's bytes. */
const TYPES: Readonly<Record<string, readonly [Reading, number]>> = {
  byte: [(view, at) => view.getInt8(at), 1],
  short: [(view, at) => view.getInt16(at), 2],
  int: [(view, at) => view.getInt32(at), 4],
  float: [(view, at) => view.getFloat32(at), 4],
  double: [(view, at) => view.getFloat64(at), 8],
};
const UNSIGNED: typeof TYPES = {
  byte: [(view, at) => view.getUint8(at), 1],
  short: [(view, at) => view.getUint16(at), 2],
  int: [(view, at) => view.getUint32(at), 4],
};

/** The number with the sign that the type has in the file, or without one. */
const SIGNED: Readonly<Record<string, (number: number) => number>> = {
  byte: (number) => (number << 24) >> 24,
  short: (number) => (number << 16) >> 16,
  int: (number) => number | 0,
};
const WITHOUT_SIGN: typeof SIGNED = {
  byte: (number) => number & 0xff,
  short: (number) => number & 0xffff,
  int: (number) => number >>> 0,
};

/** A NetCDF-3 file. Failures of the reader become BadFile; values are read here, since there are millions. */
export class NetCdfFile {
  readonly #reader: NetCDFReader;
  readonly #bytes: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    try {
      this.#reader = new NetCDFReader(bytes);
    } catch (error) {
      throw new BadFile(`it is not a NetCDF-3 file: ${error instanceof Error ? error.message : "unreadable"}`);
    }
  }

  has(name: string): boolean {
    return this.#reader.dataVariableExists(name);
  }

  /** A global attribute, by the first of its names that the file has. */
  attribute(...names: readonly string[]): string {
    const value = names.map((name) => this.#reader.getAttribute(name)).find((found) => found !== null);
    if (value === undefined) throw new BadFile(`the global attribute ${names[0]} is missing`);
    return textOf(value);
  }

  text(attribute: string, variable: string): string | undefined {
    const value = this.#attributeOf(attribute, variable);
    return value === undefined ? undefined : textOf(value.value);
  }

  /** The numbers of an attribute; undefined if the variable lacks it. @throws BadFile when it is a text */
  numbers(attribute: string, variable: string): readonly number[] | undefined {
    const found = this.#attributeOf(attribute, variable);
    if (found === undefined) return undefined;
    const values: readonly unknown[] = Array.isArray(found.value) ? found.value : [found.value];
    // The reader returns some whole numbers with a sign and some without.
    const sign = (this.isUnsigned(variable) && found.type === this.typeOf(variable) ? WITHOUT_SIGN : SIGNED)[
      found.type
    ];
    return values.map((value) => {
      if (typeof value !== "number") throw new BadFile(`${attribute} of ${variable} is not a number`);
      return sign ? sign(value) : value;
    });
  }

  /** The type of an attribute's numbers. */
  attributeType(attribute: string, variable: string): string {
    return this.#attributeOf(attribute, variable)?.type ?? "";
  }

  typeOf(variable: string): string {
    return this.#variable(variable).type;
  }

  /** A variable's numbers as they are stored. */
  values(name: string, dimensions: readonly string[]): Float64Array {
    const variable = this.#variable(name);
    const own = variable.dimensions.map((id) => this.#reader.dimensions[id]?.name ?? "");
    if (own.join() !== dimensions.join()) {
      throw new BadFile(`${name} goes by (${own.join(", ")}) instead of (${dimensions.join(", ")})`);
    }
    const [read, size] = (this.isUnsigned(name) ? UNSIGNED : TYPES)[variable.type] ?? [];
    if (read === undefined || size === undefined) throw new BadFile(`${name} is of type ${variable.type}`);
    // Record variables are interleaved record by record; others are contiguous.
    const { length, recordStep = 0 } = this.#reader.recordDimension;
    const records = variable.record ? length : 1;
    const sizes = variable.dimensions
      .slice(variable.record ? 1 : 0)
      .map((id) => this.#reader.dimensions[id]?.size ?? 0);
    const width = sizes.reduce((product, each) => product * each, 1);
    const end = records === 0 ? 0 : variable.offset + (records - 1) * recordStep + width * size;
    // Without a step between records, a file of a few bytes could claim any number of them.
    if (!(end <= this.#bytes.byteLength && records * width * size <= this.#bytes.byteLength)) {
      throw new BadFile(`${name} can't be read: the file ends before it does`);
    }
    const values = new Float64Array(records * width);
    for (let record = 0; record < records; record++) {
      const begin = variable.offset + record * recordStep;
      for (let index = 0; index < width; index++) {
        values[record * width + index] = read(this.#bytes, begin + index * size);
      }
    }
    return values;
  }

  /** Whether the variable's whole numbers have no sign. */
  isUnsigned(variable: string): boolean {
    return this.typeOf(variable) in UNSIGNED && this.text("_Unsigned", variable)?.toLowerCase() === "true";
  }

  #attributeOf(attribute: string, variable: string): Attribute | undefined {
    const attributes: readonly Attribute[] = this.#variable(variable).attributes;
    return attributes.find(({ name }) => name === attribute);
  }

  #variable(name: string) {
    const variable = this.#reader.variables.find((each) => each.name === name);
    if (variable === undefined) throw new BadFile(`the variable ${name} is missing`);
    return variable;
  }
}

/**
 * The reader takes each byte of a text for a character, but texts are UTF-8. C programs write the zero at the end of a text.
 */
function textOf(value: unknown): string {
  const bytes = Buffer.from(String(value), "latin1");
  return (isUtf8(bytes) ? bytes.toString() : String(value)).replace(/\0+$/, "");
}
