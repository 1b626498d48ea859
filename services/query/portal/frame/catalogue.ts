import type { Identity } from "../../../../platform/settings/identity.ts";
import type { Catalogue } from "../../dataset/dataset.ts";
import type { Host } from "./layout.tsx";

/** The catalogue that the pages show. */
export function catalogueOf({ publicUrl, repositoryId }: Identity, host: Pick<Host, "operator">): Catalogue {
  const operator = host.operator ?? repositoryId;
  return { address: `${publicUrl}/`, name: `airlog: ${operator}`, operator };
}
