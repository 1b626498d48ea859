import type { IncomingMessage } from "node:http";
import { BlockList, isIP, type Socket } from "node:net";
import { forwardedAddress, normalAddress } from "./address.ts";

/** Maximum number of proxies of a request. Beyond it, the last one counts as the client. */
const MAX_PROXIES = 32;

/** Cached facts of a connection. */
interface Connection {
  readonly peer: string;
  readonly isTrusted: boolean;
  /** The last `X-Forwarded-For`, and the client that it names. */
  forwardedFor: string;
  client: string;
}

/**
 * Client addresses of requests: the connection's peer, or the address that it names in `X-Forwarded-For` if it is a
 * trusted proxy. If a trusted proxy names something other than an address, the proxy is the client, so nobody can
 * invent clients.
 */
export class ClientAddresses {
  readonly #trusted = new BlockList();
  readonly #connections = new WeakMap<Socket, Connection>();

  /** `trusted`: addresses, or networks such as `10.0.0.0/8`. */
  constructor(trusted: readonly string[]) {
    for (const network of trusted) {
      const [address = "", bits] = network.split("/");
      const family = familyOf(address);
      if (bits === undefined) this.#trusted.addAddress(address, family);
      else this.#trusted.addSubnet(address, Number(bits), family);
    }
  }

  /** The client's address in normal form; undefined where the connection has ended. */
  of({ socket, headers }: IncomingMessage): string | undefined {
    const connection = this.#connection(socket);
    const forwardedFor = headers["x-forwarded-for"];
    if (!connection?.isTrusted || typeof forwardedFor !== "string") return connection?.peer;
    if (forwardedFor !== connection.forwardedFor) {
      connection.client = this.#named(forwardedFor, connection.peer);
      connection.forwardedFor = forwardedFor;
    }
    return connection.client;
  }

  /** Whether the request comes from a trusted proxy. */
  isFromProxy({ socket }: IncomingMessage): boolean {
    return this.#connection(socket)?.isTrusted ?? false;
  }

  #connection(socket: Socket): Connection | undefined {
    const known = this.#connections.get(socket);
    if (known) return known;
    const peer = normalAddress(socket.remoteAddress ?? "");
    if (peer === undefined) return undefined;
    const connection = { peer, isTrusted: this.#isTrusted(peer), forwardedFor: "", client: peer };
    this.#connections.set(socket, connection);
    return connection;
  }

  /** Each proxy appends the address of its peer, so the list is read from its end, as far as the proxies are trusted. */
  #named(forwardedFor: string, peer: string): string {
    let client = peer;
    let end = forwardedFor.length;
    for (let proxies = 0; proxies < MAX_PROXIES && end >= 0; proxies++) {
      const comma = forwardedFor.lastIndexOf(",", end - 1);
      const address = forwardedAddress(forwardedFor.slice(comma + 1, end).trim());
      if (address === undefined) return client;
      client = address;
      if (!this.#isTrusted(client)) return client;
      end = comma;
    }
    return client;
  }

  #isTrusted(address: string): boolean {
    return this.#trusted.check(address, familyOf(address));
  }
}

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 4 ? "ipv4" : "ipv6");
