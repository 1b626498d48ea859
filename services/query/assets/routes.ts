import { getAsset } from "../../../contracts/routes/assets.ts";
import type { Asset } from "../../../platform/http/pages/asset.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import { PreparedContent, sendPrepared } from "../http/prepared-content.ts";
import type { BindRead } from "../http/read.ts";

/** A year, the longest that caches respect: changed content gets another address. */
const FOR_EVER = "public, max-age=31536000, immutable";

/** The files that pages load. */
export function assetRoutes(assets: readonly Asset[], read: BindRead): readonly ServedRoute[] {
  const contents = new Map(
    assets.map(({ path, type, content }) => [
      path,
      new PreparedContent(content, `${type}; charset=utf-8`, { cacheControl: FOR_EVER }),
    ]),
  );
  return [
    read(getAsset, (given) => {
      const { name } = given.parameters;
      const content = contents.get(getAsset.path.replace("{name}", () => name));
      if (!content)
        throw problem("route-unknown", `There is no file ${name}; the pages that are served now name theirs.`);
      return sendPrepared(given, content, { again: () => content });
    }),
  ];
}
