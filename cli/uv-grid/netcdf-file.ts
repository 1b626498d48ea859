import { NetCDFReader } from "netcdfjs";
import { BadFile } from "../bad-file.ts";

interface Attribute {
  readonly name: string;
  readonly value: unknown;
}

type Reading = (view: DataView, at: number) => number;

/** How a number of each type is read, and its bytes. */
const TYPES: Readonly<Record<string, readonly [Reading, number]>> = {
  byte: [(view, at) => view.getInt8(at), 1],
  short: [(view, at) => view.getInt16(at), 2],
  int: [(view, at) => view.getInt32(at), 4],
  float: [(view, at) => view.getFloat32(at), 4],
  double: [(view, at) => view.getFloat64(at), 8],
};
const UNSIGNED_BYTE = [(view: DataView, at: number) => view.getUint8(at), 1] as const;

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

  /** A global attribute, by the first of its names that is there. */
  attribute(...names: readonly string[]): string {
    const value = names.map((name) => this.#reader.getAttribute(name)).find((found) => found !== null);
    if (value === undefined) throw new BadFile(`the global attribute ${names[0]} is missing`);
    return String(value);
  }

  text(attribute: string, variable: string): string | undefined {
    const value = this.#attributeOf(attribute, variable);
    return value === undefined ? undefined : String(value);
  }

  number(attribute: string, variable: string): number | undefined {
    const value = this.#attributeOf(attribute, variable);
    const [first] = Array.isArray(value) ? value : [value];
    if (typeof first !== "number") return undefined;
    // The reader gives unsigned bytes.
    return Array.isArray(value) && this.typeOf(variable) === "byte" && !this.#isUnsigned(variable)
      ? (first << 24) >> 24
      : first;
  }

  typeOf(variable: string): string {
    return this.#variable(variable).type;
  }

  coordinate(name: string): Float64Array {
    return this.values(name, [name]);
  }

  /** A variable's numbers as they are stored. */
  values(name: string, dimensions: readonly string[]): Float64Array {
    const variable = this.#variable(name);
    const own = variable.dimensions.map((id) => this.#reader.dimensions[id]?.name ?? "");
    if (own.join() !== dimensions.join()) {
      throw new BadFile(`${name} goes by (${own.join(", ")}) instead of (${dimensions.join(", ")})`);
    }
    const [read, size] = (this.#isUnsigned(name) ? UNSIGNED_BYTE : TYPES[variable.type]) ?? [];
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

  #isUnsigned(variable: string): boolean {
    return this.typeOf(variable) === "byte" && this.text("_Unsigned", variable) === "true";
  }

  #attributeOf(attribute: string, variable: string): unknown {
    const attributes: readonly Attribute[] = this.#variable(variable).attributes;
    return attributes.find(({ name }) => name === attribute)?.value;
  }

  #variable(name: string) {
    const variable = this.#reader.variables.find((each) => each.name === name);
    if (variable === undefined) throw new BadFile(`the variable ${name} is missing`);
    return variable;
  }
}
