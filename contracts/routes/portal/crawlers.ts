import { z } from "zod";
import { inQuery, text } from "../parameter.ts";
import { declareRoute } from "../route.ts";

const shared = { method: "get", tag: "Service", access: "public", cached: true } as const;

export const robots = declareRoute({
  ...shared,
  path: "/robots.txt",
  id: "robots",
  summary: "What crawlers are asked to leave alone",
  answers: [{ status: 200, description: "Rules (RFC 9309).", schema: z.string(), mediaTypes: ["text/plain"] }],
});

export const favicon = declareRoute({
  ...shared,
  path: "/favicon.ico",
  id: "favicon",
  summary: "The icon of the pages",
  answers: [{ status: 200, description: "The icon.", schema: z.string(), mediaTypes: ["image/svg+xml"] }],
});

const xml = (description: string) =>
  [{ status: 200, description, schema: z.string(), mediaTypes: ["application/xml"] }] as const;

export const sitemapIndex = declareRoute({
  ...shared,
  path: "/sitemap.xml",
  id: "sitemapIndex",
  summary: "The sitemaps of all pages",
  description: "Each sitemap has 50,000 addresses at most.",
  reads: ["catalogue", "facilities", "stations"],
  answers: xml("An index of sitemaps (sitemaps.org)."),
  problems: ["busy"],
});

export const sitemapOfSections = declareRoute({
  ...shared,
  path: "/sitemap-sections.xml",
  id: "sitemapOfSections",
  summary: "The pages that are there whatever is stored",
  answers: xml("A sitemap."),
});

const sitemapOf = (name: string, id: string, view: "catalogue" | "facilities" | "stations") =>
  declareRoute({
    ...shared,
    path: `/sitemap-${name}.xml`,
    id,
    summary: `Pages of ${name}`,
    description: "In the order of their last change, whose publication time is `lastmod`.",
    reads: [view],
    parameters: { after: inQuery(text(), "Where the sitemap begins, as the index has it; else at the beginning.") },
    answers: xml("A sitemap of 50,000 addresses at most."),
    problems: ["position-of-another-log", "busy"],
  });

/** The pages of things that come and go, by their kind. */
export const sitemaps = {
  record: sitemapOf("records", "sitemapOfRecords", "catalogue"),
  facility: sitemapOf("facilities", "sitemapOfFacilities", "facilities"),
  station: sitemapOf("stations", "sitemapOfStations", "stations"),
} as const;

/** What crawlers and browsers look for by themselves. */
export const crawlerRoutes = [robots, favicon, sitemapIndex, sitemapOfSections, ...Object.values(sitemaps)];
