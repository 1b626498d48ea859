import { isIP, SocketAddress } from "node:net";

/** Maximum characters of an address, with zone, brackets and port. */
const MAX_LENGTH = 100;

/** Forms that some proxies write instead of a bare address: `192.0.2.1:50123`, `[2001:db8::1]`, `[2001:db8::1]:50123`. */
const WITH_PORT = /^(?:\[([^[\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/** Prefix of an IPv6 address that contains an IPv4 address. */
const MAPPED = "::ffff:";

/**
 * The address in a text, in normal form and without a zone; undefined for other texts. An IPv4 address written as IPv6,
 * `::ffff:192.0.2.1` or `::ffff:c000:201`, becomes that IPv4 address.
 */
export function normalAddress(text: string): string | undefined {
  const version = isIP(text);
  if (version !== 6) return version === 4 ? text : undefined;
  const [address = ""] = text.split("%", 1);
  const normal = new SocketAddress({ address, family: "ipv6" }).address;
  return normal.startsWith(MAPPED) && normal.includes(".") ? normal.slice(MAPPED.length) : normal;
}

/** The address in an entry of `X-Forwarded-For`, which may have a port; undefined for other entries. */
export function forwardedAddress(entry: string): string | undefined {
  if (entry.length > MAX_LENGTH) return undefined;
  const [, bracketed, dotted] = WITH_PORT.exec(entry) ?? [];
  return normalAddress(bracketed ?? dotted ?? entry);
}

/** The network of a normal IPv6 address with so many groups: `2001:db8:1::/48` with three. */
export function ipv6Network(address: string, groups: number): string {
  const [before = [], after = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const network = [...before, ...zeros, ...after].slice(0, groups);
  while (network.at(-1) === "0") network.pop();
  return `${network.join(":")}::/${groups * 16}`;
}

/**
 * The IPv4 address behind the well-known prefix of translators (RFC 6052), for an IPv6-only service with IPv4-only
 * clients.
 */
export function translatedAddress(address: string): string | undefined {
  const [, ipv4] = /^64:ff9b::([\da-f]{1,4}:[\da-f]{1,4})$/.exec(address) ?? [];
  return ipv4 && normalAddress(MAPPED + ipv4);
}
