import type { Request, RequestHandler, Response, Router } from "express";
import { problem } from "../../platform/http/problem.ts";
import { holds, REVALIDATE, sendJson } from "./conditional.ts";
import type { Encoding, FacilityList } from "./facility-list.ts";
import type { PublicReads } from "./public-reads.ts";

/** The registry of facilities, from memory: `current` is the list as it is now. */
export function addFacilityRoutes(router: Router, current: () => FacilityList, reads: PublicReads): void {
  const list: RequestHandler = (request, response) => {
    const facilities = current();
    const encoding = encodingFor(request);
    const tag = facilities.etag(encoding);
    response.setHeader("Cache-Control", `${REVALIDATE}, no-transform`);
    response.setHeader("Vary", "Accept-Encoding");
    response.setHeader("ETag", tag);
    if (!holds(request, tag)) return sendList(facilities, encoding, response);
    response.statusCode = 304;
    response.end();
  };

  const one: RequestHandler<{ facilityId: string }> = (request, response) => {
    const { facilityId } = request.params;
    const document = current().document(facilityId);
    if (document === undefined) throw problem("facility-unknown", `There is no facility ${facilityId}.`);
    sendJson(request, response, document);
  };

  router.get("/api/facilities", reads("facilities"), list).get("/api/facilities/:facilityId", reads("facilities"), one);
}

async function sendList(facilities: FacilityList, encoding: Encoding, response: Response): Promise<void> {
  const bytes = await facilities.bytes(encoding);
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.send(bytes);
}

function encodingFor(request: Request): Encoding {
  if (request.headers["accept-encoding"] === undefined) return "identity";
  const accepted = request.acceptsEncodings("br", "gzip", "identity");
  return accepted === "br" || accepted === "gzip" ? accepted : "identity";
}
