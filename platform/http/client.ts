import type { Request } from "express";
import { ipv6Network, translatedAddress } from "./address.ts";

/** 16-bit groups of a subscriber's IPv6 network, a /64, which counts as one client. */
const SUBSCRIBER_GROUPS = 4;

/** 16-bit groups of a site's IPv6 network, a /48. */
const SITE_GROUPS = 3;

/** The unit that limits count as one client: an IPv4 address, an IPv6 /64. */
export function clientOf({ ip = "" }: Pick<Request, "ip">): string {
  if (!ip.includes(":")) return ip;
  return translatedAddress(ip) ?? ipv6Network(ip, SUBSCRIBER_GROUPS);
}

/** The network of a client of `clientOf`: an IPv4 /24, an IPv6 /48. Clients of a network share its limits. */
export function networkOf(client: string): string {
  const [address = ""] = client.split("/", 1);
  return address.includes(":") ? ipv6Network(address, SITE_GROUPS) : address.replace(/\d+$/, "0/24");
}
