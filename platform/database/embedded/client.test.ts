import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderUntil } from "../../../test/folder.ts";
import { listenLocally } from "../../../test/listen.ts";
import { silent } from "../../../test/postgres.ts";
import { connectDatabase } from "../connect.ts";
import { DatabaseUnavailable } from "../port.ts";

/** A message of PostgreSQL's protocol: its type, its length, and the rest. */
function message(type: string, ...parts: readonly (number | string)[]): Buffer {
  const rest = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : int32(part))));
  return Buffer.concat([Buffer.from(type), int32(4 + rest.length), rest]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const OK = message("R", 0);
const READY = message("Z", "I");

test.each([
  ["asks for the password in clear", [message("R", 3)]],
  ["asks for the password's MD5 hash", [message("R", 5, "salt")]],
  ["asks for no password", [OK, READY]],
  ["sends no message about the password", [READY]],
  ["gives a wrong proof", [message("R", 12, "v=AAAA"), OK, READY]],
])(
  "a program at the embedded server's port that %s gets neither it nor a statement",
  async (_, messages) => {
    const received: Buffer[] = [];
    const program = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.write(Buffer.concat(messages)));
      socket.on("data", (bytes) => received.push(bytes));
      socket.on("close", () => program.emit("left"));
    });
    onTestFinished(() => void program.close());
    const left = once(program, "left");
    const url = new URL(`postgres://airlog:a-secret@${await listenLocally(program)}/postgres`);
    const file = join(folderUntil(onTestFinished), "postgres.url");
    writeFileSync(file, url.href);
    const database = connectDatabase({ connectionString: url.href, connectionFile: file }, { logger: silent });
    onTestFinished(() => database.close());
    await expect(database.query("select 'a statement'")).rejects.toThrow(DatabaseUnavailable);
    await left;
    // Nothing follows the message that opens a connection.
    const all = Buffer.concat(received);
    expect(all.length).toBe(all.readInt32BE(0));
    expect(all.toString()).not.toMatch(/a-secret|a statement/);
  },
  10_000,
);
