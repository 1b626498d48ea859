import type { Request } from "express";
import { ipKeyGenerator } from "express-rate-limit";

/** Prefix length of the IPv6 network that a subscriber gets, and so counts as one client. */
const IPV6_PREFIX = 64;

/** Prefix length of the IPv6 network that a site gets. */
const SITE_PREFIX = 48;

/** Whom limits count as one client: an IPv4 address, an IPv6 /64. */
export const clientOf = ({ ip }: Pick<Request, "ip">): string => ipKeyGenerator(ip ?? "", IPV6_PREFIX);

/** The network that a client is in, as `clientOf` names the client: an IPv4 /24, an IPv6 /48. Clients of one share there. */
export function networkOf(client: string): string {
  const [address = ""] = client.split("/", 1);
  if (address.includes(":")) return ipKeyGenerator(address, SITE_PREFIX);
  return address.replace(/\d+$/, "0/24");
}
