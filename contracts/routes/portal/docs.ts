import { z } from "zod";
import { inPath, type ParameterType } from "../parameter.ts";
import { declareRoute, TAGS, type Tag } from "../route.ts";
import { lang } from "./language.ts";

/** The name of a capability in paths. */
export const capabilityName = (tag: Tag): string => tag.toLowerCase();

/** The anchor of a route by its id, on its capability's page and in the overview. */
export const routeAnchor = (id: string): string => `route-${id}`;

const isTag = (name: string): name is Tag => Object.hasOwn(TAGS, name);
const BY_NAME = new Map(
  Object.keys(TAGS)
    .filter(isTag)
    .map((tag) => [capabilityName(tag), tag]),
);

/** A capability by its name; undefined where there is none of the name. */
const capability: ParameterType<Tag | undefined> = {
  schema: z.enum([...BY_NAME.keys()]),
  read: (text) => BY_NAME.get(text.toLowerCase()),
};

const page = {
  method: "get",
  tag: "Service",
  access: "public",
  reads: [],
  cached: true,
  answers: [{ status: 200, description: "An HTML page.", schema: z.string(), mediaTypes: ["text/html"] }],
  failures: "page",
} as const;

export const docsPage = declareRoute({
  ...page,
  path: "/docs",
  id: "docs",
  summary: "This description as pages: what there is, by capability",
  parameters: { lang },
});

export const capabilityPage = declareRoute({
  ...page,
  path: "/docs/{capability}",
  id: "docsOfCapability",
  summary: "The routes of one capability",
  parameters: { capability: inPath(capability, "The capability's name.", "search"), lang },
  problems: ["route-unknown"],
});

export const problemsPage = declareRoute({
  ...page,
  path: "/docs/problems",
  id: "problems",
  summary: "Every failure and what it means",
  parameters: { lang },
});

export const uvModelPage = declareRoute({
  ...page,
  path: "/docs/uv-model",
  id: "uvModel",
  summary: "What the UV routes compute, from what, and how far to trust it",
  parameters: { lang },
});

/** The description of the interface for people. */
export const docsPageRoutes = [docsPage, capabilityPage, problemsPage, uvModelPage];
