import { facilities } from "../../../contracts/views/facilities.ts";
import { openViewCache, type ViewCache, type ViewCacheParts, type ViewPosition } from "../views/view-cache.ts";
import { FacilityList, type FacilityRow } from "./facility-list.ts";

/** The registry of facilities in memory. */
export function openFacilityCache(parts: ViewCacheParts): Promise<ViewCache<FacilityList>> {
  let list = new FacilityList([]);
  const load = async (): Promise<ViewPosition> => {
    const rows = await parts.database.query<ViewPosition & { identifier: string | null; document: string }>({
      text: `select position, sequence::float8 as sequence, identifier, document
        from views left join ${facilities.tables.facilities} on true
        where views.name = $1 and views.version = $2 order by identifier`,
      values: [facilities.name, facilities.version],
    });
    const [first] = rows;
    if (first === undefined) throw new Error("the view of facilities has gone");
    list = new FacilityList(rows.filter((row): row is typeof row & FacilityRow => row.identifier !== null));
    return first;
  };
  return openViewCache({ view: facilities.name, title: "registry of facilities", content: () => list, load }, parts);
}
