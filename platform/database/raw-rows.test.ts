import { EventEmitter } from "node:events";
import fc from "fast-check";
import type pg from "pg";
import { expect, test } from "vitest";
import { passRawRows } from "./raw-rows.ts";

/** A message of the server: its kind, length and content. */
function message(kind: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

function row(...fields: readonly (Uint8Array | null)[]): Buffer {
  const parts = fields.map((field) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(field?.length ?? -1);
    return field ? Buffer.concat([length, field]) : length;
  });
  return message("D", Buffer.concat([Buffer.from([0, fields.length]), ...parts]));
}

/** The driver's connection: it parses what it gets, and is told of descriptions of binary rows as it does. */
class Connection extends EventEmitter {
  readonly parsed: Buffer[] = [];

  attachListeners(stream: EventEmitter): void {
    stream.on("data", (bytes: Buffer) => {
      this.parsed.push(Buffer.from(bytes));
      if (bytes.includes("T\0\0\0")) this.emit("rowDescription", { fields: [{ format: "binary" }] });
    });
  }
}

test("binary rows pass as bytes, and all else to the driver, wherever the server's bytes are cut", () => {
  const field = fc.option(fc.uint8Array({ maxLength: 300 }));
  const rows = fc.array(fc.array(field, { minLength: 1, maxLength: 3 }), { maxLength: 20 });
  const cuts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(rows, cuts, (expected, sizes) => {
      const connection = new Connection();
      const found: (Buffer | null)[][] = [];
      connection.on("dataRow", ({ fields }) => found.push(fields));
      // Only these members of the driver's client are used.
      passRawRows({ connection } as unknown as pg.Client);
      const stream = new EventEmitter();
      connection.attachListeners(stream);
      const others = [message("T", Buffer.alloc(20)), message("C", Buffer.from("SELECT"))];
      const bytes = Buffer.concat([
        ...others.slice(0, 1),
        ...expected.map((fields) => row(...fields)),
        ...others.slice(1),
      ]);
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const end = at + (sizes[turn % sizes.length] ?? 1);
        stream.emit("data", bytes.subarray(at, end));
        at = end;
      }
      expect(found).toEqual(expected.map((fields) => fields.map((each) => each && Buffer.from(each))));
      expect(Buffer.concat(connection.parsed)).toEqual(Buffer.concat(others));
    }),
  );
});
