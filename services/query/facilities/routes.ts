import * as declared from "../../../contracts/routes/facilities.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import { JsonAnswer, sendJson } from "../http/conditional.ts";
import { sendPrepared } from "../http/prepared-content.ts";
import type { BindRead } from "../http/read.ts";
import type { FacilityList } from "./facility-list.ts";

/**
 * The registry of facilities, from memory: `current` is the list as it is now. `deletedAt`: when the deletion of a facility was
 * published, if one had the identifier.
 */
export function facilityRoutes(
  current: () => FacilityList,
  deletedAt: (identifier: string) => Promise<string | undefined>,
  read: BindRead,
): readonly ServedRoute[] {
  return [
    read(declared.listFacilities, (given) => {
      const content = () => current().content;
      return sendPrepared(given, content(), { again: content });
    }),
    read(declared.getFacility, async (given) => {
      const { facilityId } = given.parameters;
      const document = current().document(facilityId);
      if (document === undefined) {
        const deleted = await deletedAt(facilityId);
        const members = deleted === undefined ? {} : { deleted };
        throw problem("facility-unknown", `There is no facility ${facilityId}.`, { members });
      }
      sendJson(given, new JsonAnswer(document), () => current().document(facilityId) === document);
    }),
  ];
}
