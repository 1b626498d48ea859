import { isIP, SocketAddress } from "node:net";

/** Characters of an address at most, with zone, brackets and port. */
const MAX_LENGTH = 100;

/** What some proxies write instead of a bare address: `192.0.2.1:50123`, `[2001:db8::1]`, `[2001:db8::1]:50123`. */
const WITH_PORT = /^(?:\[([^[\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/** How an IPv6 address begins that holds an IPv4 address. */
const MAPPED = "::ffff:";

/**
 * The address that a text is, always written in the same way and without a zone; undefined for what is no address. An IPv4
 * address in the form of an IPv6 one, `::ffff:192.0.2.1` or `::ffff:c000:201`, is that IPv4 address.
 */
export function normalAddress(text: string): string | undefined {
  const version = isIP(text);
  if (version !== 6) return version === 4 ? text : undefined;
  const [address = ""] = text.split("%", 1);
  const normal = new SocketAddress({ address, family: "ipv6" }).address;
  return normal.startsWith(MAPPED) && normal.includes(".") ? normal.slice(MAPPED.length) : normal;
}

/** The address of an entry of `X-Forwarded-For`, which may have a port; undefined where it is none. */
export function forwardedAddress(entry: string): string | undefined {
  if (entry.length > MAX_LENGTH) return undefined;
  const [, bracketed, dotted] = WITH_PORT.exec(entry) ?? [];
  return normalAddress(bracketed ?? dotted ?? entry);
}

/** The network of a normal IPv6 address that has so many of its groups in common: `2001:db8:1::/48` with three. */
export function ipv6Network(address: string, groups: number): string {
  const [before = [], after = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const network = [...before, ...zeros, ...after].slice(0, groups);
  while (network.at(-1) === "0") network.pop();
  return `${network.join(":")}::/${groups * 16}`;
}

/**
 * The IPv4 address that the well-known prefix of translators stands before (RFC 6052), where a service with IPv6 alone has
 * clients with IPv4 alone.
 */
export function translatedAddress(address: string): string | undefined {
  const [, ipv4] = /^64:ff9b::([\da-f]{1,4}:[\da-f]{1,4})$/.exec(address) ?? [];
  return ipv4 && normalAddress(MAPPED + ipv4);
}
