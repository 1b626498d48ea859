import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { listenLocally } from "../listen.ts";

const SASL_HANDSHAKE = 17;
const API_VERSIONS = 18;
const SASL_AUTHENTICATE = 36;
const SASL_AUTHENTICATION_FAILED = 58;
/** Length of a text that is null. */
const NO_TEXT = -1;

/** A Kafka broker that accepts a number of logins, refuses all later ones, and knows no other request. */
export class RefusingBroker {
  readonly address: string;
  readonly #server: Server;
  readonly #sockets: ReadonlySet<Socket>;

  private constructor(address: string, server: Server, sockets: ReadonlySet<Socket>) {
    this.address = address;
    this.#server = server;
    this.#sockets = sockets;
  }

  static async start({ accepted = 0 } = {}): Promise<RefusingBroker> {
    const sockets = new Set<Socket>();
    let logins = 0;
    const accepts = () => ++logins <= accepted;
    const server = createServer((socket) => {
      sockets.add(socket);
      serve(socket, accepts);
    });
    return new RefusingBroker(await listenLocally(server), server, sockets);
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, "close");
  }
}

function serve(socket: Socket, accepts: () => boolean): void {
  let received = Buffer.alloc(0);
  socket.on("error", () => undefined);
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (; received.length >= 4 && received.length >= 4 + received.readInt32BE(); ) {
      const end = 4 + received.readInt32BE();
      const answer = answerTo(received.readInt16BE(4), accepts);
      const body = Buffer.concat([received.subarray(8, 12), answer]);
      socket.write(Buffer.concat([int32(body.length), body]));
      received = received.subarray(end);
    }
  });
}

function answerTo(request: number, accepts: () => boolean): Buffer {
  const fine = int16(0);
  switch (request) {
    case API_VERSIONS: {
      const known = [
        [SASL_HANDSHAKE, 0, 1],
        [API_VERSIONS, 0, 2],
        [SASL_AUTHENTICATE, 0, 0],
      ];
      return Buffer.concat([fine, int32(known.length), ...known.flat().map(int16), int32(0)]);
    }
    case SASL_HANDSHAKE:
      return Buffer.concat([fine, int32(1), text("PLAIN")]);
    default:
      if (request === SASL_AUTHENTICATE && accepts()) return Buffer.concat([fine, int16(NO_TEXT), int32(0)]);
      return Buffer.concat([int16(SASL_AUTHENTICATION_FAILED), text("Invalid username or password"), int32(0)]);
  }
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.concat([int16(Buffer.byteLength(value)), Buffer.from(value)]);
}
