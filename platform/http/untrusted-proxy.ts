import type { Request } from "express";
import type { Logger } from "pino";
import type { ClientAddresses } from "./client-addresses.ts";

/** Warns once of an untrusted proxy: all requests through it count as one client, for limits and for failed logins. */
export function untrustedProxyWarning(log: Logger, addresses: ClientAddresses): (request: Request) => void {
  let isWarned = false;
  return (request) => {
    if (isWarned || request.headers["x-forwarded-for"] === undefined || addresses.isFromProxy(request)) return;
    isWarned = true;
    log.warn(
      { peer: request.ip },
      "X-Forwarded-For comes from an address that AIRLOG_TRUSTED_PROXIES does not name; if that is a proxy, all its clients count as one",
    );
  };
}
