import { facilities } from "../../../contracts/views/facilities.ts";
import { type Served, ServedViews } from "../views/served-views.ts";
import { openViewCache, type ViewCache, type ViewCacheParts, type ViewPosition } from "../views/view-cache.ts";
import { FacilityList, type FacilityRow } from "./facility-list.ts";

/** The registry of facilities that is served. */
export function serveFacilities(parts: ViewCacheParts & Served) {
  return new ServedViews<readonly [typeof facilities], ViewCache<FacilityList>>({
    ...parts,
    views: [facilities],
    components: ["facilities"],
    health: (cache) => ({ facilities: cache.health() }),
    open: ([build]) => openFacilityCache(build, parts),
  });
}

/** The registry of facilities in memory, from a build of its view. */
export function openFacilityCache(build: typeof facilities, parts: ViewCacheParts): Promise<ViewCache<FacilityList>> {
  let list = new FacilityList([]);
  const { name, version, generation, tables } = build;
  const load = async (): Promise<ViewPosition> => {
    const rows = await parts.database.query<ViewPosition & { identifier: string | null; document: string }>({
      text: `select position, sequence::float8 as sequence, identifier, document
        from view_builds build left join ${tables.facilities} on not deleted
        where build.name = $1 and version = $2 and generation = $3 order by identifier`,
      values: [name, version, generation],
    });
    const [first] = rows;
    if (first === undefined) throw new Error("the view of facilities has gone");
    list = new FacilityList(rows.filter((row): row is typeof row & FacilityRow => row.identifier !== null));
    return first;
  };
  return openViewCache({ build, title: "registry of facilities", content: () => list, load }, parts);
}
