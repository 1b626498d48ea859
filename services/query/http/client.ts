import type { Request } from "express";
import { ipKeyGenerator } from "express-rate-limit";

/** Whom limits count as one client: an IPv4 address, an IPv6 /56. */
export const clientOf = ({ ip }: Request): string => ipKeyGenerator(ip ?? "");
