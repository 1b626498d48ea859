import type { Request } from "express";
import { ipKeyGenerator } from "express-rate-limit";

/** Prefix length of the IPv6 network that a subscriber gets, and so counts as one client. */
const IPV6_PREFIX = 64;

/** Whom limits count as one client: an IPv4 address, an IPv6 /64. */
export const clientOf = ({ ip }: Pick<Request, "ip">): string => ipKeyGenerator(ip ?? "", IPV6_PREFIX);
