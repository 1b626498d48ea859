/** Paths that hold no page of their own: searches, what programs read, and comparisons of versions. */
const LEFT_ALONE = ["/search", "/feeds/search.atom", "/api/", "/*?compare=", "/*&compare="];

/** What crawlers are asked to leave alone, and where they find the rest (RFC 9309). */
export function robotsText(publicUrl: string): string {
  const rules = LEFT_ALONE.map((path) => `Disallow: ${path}\n`).join("");
  return `User-agent: *\n${rules}\nSitemap: ${publicUrl}/sitemap.xml\n`;
}
