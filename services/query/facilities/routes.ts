import * as declared from "../../../contracts/routes/facilities.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import { JsonAnswer, sendJson } from "../http/conditional.ts";
import { sendPrepared } from "../http/prepared-content.ts";
import type { BindRead } from "../http/read.ts";
import type { FacilityList } from "./facility-list.ts";

/** The registry of facilities, from memory: `current` is the list as it is now. */
export function facilityRoutes(current: () => FacilityList, read: BindRead): readonly ServedRoute[] {
  return [
    read(declared.listFacilities, (given) => {
      const content = () => current().content;
      return sendPrepared(given, content(), { again: content });
    }),
    read(declared.getFacility, (given) => {
      const { facilityId } = given.parameters;
      const document = current().document(facilityId);
      if (document === undefined) throw problem("facility-unknown", `There is no facility ${facilityId}.`);
      sendJson(given, new JsonAnswer(document), () => current().document(facilityId) === document);
    }),
  ];
}
