import type { View } from "../../../contracts/views/declaration.ts";
import type { ViewName } from "../../../contracts/views.ts";
import type { Queryable } from "../../../platform/database/port.ts";
import type { Position } from "../../../platform/event-store/port.ts";
import { positionAt } from "../../../platform/event-store/positions.ts";
import { publicationTimes, publishedAt } from "../../../platform/views/publication.ts";

/** Where a view keeps what is deleted. */
interface Tombstones {
  readonly view: Pick<View<ViewName>, "name">;
  readonly table: string;
  readonly column: "pid" | "identifier" | "slug" | "id";
}

/** When the deletion of a thing was published; undefined for what is there or never was. */
export async function deletionTime(
  database: Queryable,
  logId: string,
  { view, table, column }: Tombstones,
  name: string,
): Promise<string | undefined> {
  // PostgreSQL's text holds no U+0000.
  if (name.includes("\0")) return undefined;
  const [row] = await database.query<{ changed: string }>({
    name: `${table}-deleted-${column}`,
    text: `select changed from ${table} where ${column} = $1 and deleted`,
    values: [name],
  });
  if (!row) return undefined;
  const position: Position = positionAt(logId, row.changed);
  const [time] = await publicationTimes(database, view.name, [position]);
  return time && publishedAt(time);
}
