import type { RequestHandler, Router } from "express";
import { problem } from "../../../platform/http/problem.ts";
import { sendJson } from "../http/conditional.ts";
import { sendPrepared } from "../http/prepared-content.ts";
import type { PublicReads } from "../http/public-reads.ts";
import type { FacilityList } from "./facility-list.ts";

/** The registry of facilities, from memory: `current` is the list as it is now. */
export function addFacilityRoutes(router: Router, current: () => FacilityList, reads: PublicReads): void {
  const list: RequestHandler = (request, response) => sendPrepared(request, response, current().content);

  const one: RequestHandler<{ facilityId: string }> = (request, response) => {
    const { facilityId } = request.params;
    const document = current().document(facilityId);
    if (document === undefined) throw problem("facility-unknown", `There is no facility ${facilityId}.`);
    sendJson(request, response, document);
  };

  router.get("/api/facilities", reads("facilities"), list).get("/api/facilities/:facilityId", reads("facilities"), one);
}
