import { createHash } from "node:crypto";
import type { AssetType } from "../../../contracts/assets.ts";

/** A file that pages load. Its address contains a hash of its content, so that caches keep it without revalidation. */
export interface Asset {
  /** `/assets/style-0123456789abcdef.css` */
  readonly path: string;
  readonly type: AssetType;
  readonly content: string;
}

/** `name`: such as `style.css`. */
export function asset(name: string, type: AssetType, content: string): Asset {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 16);
  return { path: `/assets/${name.replace(/(?=\.\w+$)/, `-${hash}`)}`, type, content };
}
