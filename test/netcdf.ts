/** Writes NetCDF-3 files (classic format) for tests. */

export type NetCdfType = "byte" | "char" | "short" | "int" | "float" | "double";

/** Numbers without a type are written as one double. */
export type NetCdfAttribute =
  | string
  | number
  | { readonly type: Exclude<NetCdfType, "char">; readonly values: readonly number[] };

export interface NetCdfVariable {
  readonly name: string;
  readonly type: NetCdfType;
  readonly dimensions: readonly string[];
  readonly attributes?: Readonly<Record<string, NetCdfAttribute>>;
  readonly values: ArrayLike<number>;
}

export interface NetCdfFile {
  /** Sizes by name; 0 is the unlimited dimension. */
  readonly dimensions: Readonly<Record<string, number>>;
  readonly attributes: Readonly<Record<string, string>>;
  readonly variables: readonly NetCdfVariable[];
  /** Length of the unlimited dimension. */
  readonly records?: number;
}

const TYPES = { byte: 1, char: 2, short: 3, int: 4, float: 5, double: 6 } as const;
const SIZES = { byte: 1, char: 1, short: 2, int: 4, float: 4, double: 8 } as const;
const LISTS = { dimensions: 10, variables: 11, attributes: 12 } as const;

export function netCdf(file: NetCdfFile): Buffer {
  const names = Object.keys(file.dimensions);
  const sized = file.variables.map((variable) => {
    const sizes = variable.dimensions.map((name) => file.dimensions[name] ?? 0);
    const isRecord = sizes[0] === 0;
    const values = sizes.slice(isRecord ? 1 : 0).reduce((product, size) => product * size, 1);
    return { variable, isRecord, values, bytes: padded(values * SIZES[variable.type]) };
  });
  const header = (offsets: readonly number[]): Buffer =>
    Buffer.concat([
      Buffer.from("CDF\x01"),
      int(file.records ?? 0),
      list(
        LISTS.dimensions,
        names.map((name) => Buffer.concat([text(name), int(file.dimensions[name] ?? 0)])),
      ),
      attributes(file.attributes),
      list(
        LISTS.variables,
        sized.map(({ variable, bytes }, index) =>
          Buffer.concat([
            text(variable.name),
            int(variable.dimensions.length),
            ...variable.dimensions.map((name) => int(names.indexOf(name))),
            attributes(variable.attributes ?? {}),
            int(TYPES[variable.type]),
            int(bytes),
            int(offsets[index] ?? 0),
          ]),
        ),
      ),
    ]);
  const begin = header([]).length;
  const [fixed, records] = [sized.filter(({ isRecord }) => !isRecord), sized.filter(({ isRecord }) => isRecord)];
  let at = begin;
  const offsets = new Map<NetCdfVariable, number>();
  for (const { variable, bytes } of [...fixed, ...records]) {
    offsets.set(variable, at);
    at += bytes;
  }
  const parts = fixed.map(({ variable, values }) => encoded(variable, 0, values));
  for (let record = 0; record < (file.records ?? 0); record++) {
    for (const { variable, values } of records) parts.push(encoded(variable, record * values, values));
  }
  return Buffer.concat([header(file.variables.map((variable) => offsets.get(variable) ?? 0)), ...parts]);
}

function encoded({ type, values }: Pick<NetCdfVariable, "type" | "values">, from: number, count: number): Buffer {
  const buffer = Buffer.alloc(padded(count * SIZES[type]));
  for (let index = 0; index < count; index++) write(buffer, type, values[from + index] ?? 0, index * SIZES[type]);
  return buffer;
}

function write(buffer: Buffer, type: NetCdfType, value: number, at: number): void {
  if (type === "short") buffer.writeInt16BE(value, at);
  else if (type === "int") buffer.writeInt32BE(value, at);
  else if (type === "float") buffer.writeFloatBE(value, at);
  else if (type === "double") buffer.writeDoubleBE(value, at);
  else buffer.writeInt8(value, at);
}

function attributes(members: Readonly<Record<string, NetCdfAttribute>>): Buffer {
  return list(
    LISTS.attributes,
    Object.entries(members).map(([name, value]) => {
      if (typeof value === "string") return Buffer.concat([text(name), int(TYPES.char), text(value)]);
      const numbers = typeof value === "number" ? ({ type: "double", values: [value] } as const) : value;
      const { type, values } = numbers;
      return Buffer.concat([text(name), int(TYPES[type]), int(values.length), encoded(numbers, 0, values.length)]);
    }),
  );
}

function list(tag: number, elements: readonly Buffer[]): Buffer {
  return Buffer.concat(elements.length === 0 ? [int(0), int(0)] : [int(tag), int(elements.length), ...elements]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([int(bytes.length), bytes, Buffer.alloc(padded(bytes.length) - bytes.length)]);
}

function int(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;
