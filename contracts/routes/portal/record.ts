import { z } from "zod";
import { keysOf } from "../../keys.ts";
import { DeletedProblem } from "../../problem.ts";
import { LINKSET_TYPES, REPRESENTATIONS } from "../../representations.ts";
import { slugOf } from "../../slug.ts";
import * as example from "../examples.ts";
import {
  inPath,
  inQuery,
  instant,
  type Parameter,
  ParameterError,
  type ParameterType,
  requiredInQuery,
  text,
} from "../parameter.ts";
import { pidText } from "../records.ts";
import { declareRoute } from "../route.ts";
import { lang } from "./language.ts";

const slug = inPath(
  text(),
  "The record's name in paths: the first 16 bytes of the SHA-256 of its PID, in base 32.",
  slugOf(example.pid),
);

const pageNumber: ParameterType<number> = {
  schema: z.int().min(1).max(1_000_000),
  read: (value) => {
    if (!/^[1-9]\d{0,5}$/.test(value)) throw new ParameterError("must be a whole number from 1");
    return Number(value);
  },
};

/** Two revisions in one value, or in two as forms send them. */
const compare: Parameter<readonly [number, number] | undefined> = {
  in: "query",
  description: "Two revisions: a page with what differs between them, also of a record that is deleted now.",
  schema: z.string().regex(/^\d{1,9},\d{1,9}$/),
  required: false,
  example: "0,1",
  read: (values) => {
    if (values.length === 0) return undefined;
    const revisions = /^(\d{1,9}),(\d{1,9})$/.exec(values.join(","));
    if (revisions === null) throw new ParameterError("must be two revisions, such as 0,1");
    return [Number(revisions[1]), Number(revisions[2])];
  },
};

const inForms = {
  format: inQuery(text(z.enum(keysOf(REPRESENTATIONS))), "The representation, which wins over `Accept`.", {
    example: "bibtex",
  }),
  lang,
  at: inQuery(instant, "A time: the record as it was then, also one that is deleted now.", {
    example: "2024-06-01T00:00:00Z",
  }),
  page: inQuery(
    pageNumber,
    "A page of its history alone, twenty revisions, the newest first. It stays after a deletion.",
  ),
  compare,
};

const { html, ...forPrograms } = REPRESENTATIONS;

const representations = {
  status: 200,
  description:
    "A page for people, the record as JSON, a `Dataset` of schema.org as JSON-LD, or its citation as BibTeX or RIS.",
  schema: z.string(),
  mediaTypes: [html, ...Object.values(forPrograms)],
  headers: ["Link"],
} as const;

const shared = {
  method: "get",
  tag: "Records",
  access: "public",
  reads: ["catalogue"],
  cached: true,
  failures: "page",
  problemMembers: { 410: DeletedProblem },
} as const;

export const getRecordPage = declareRoute({
  ...shared,
  path: "/records/{slug}",
  id: "getRecordPage",
  summary: "One record as a page, and in the forms that other systems read",
  description:
    "`Accept` or `format` chooses the form; without them it is the page. `Link` leads to what belongs to the record " +
    "(signposting.org). A deleted record is 410 with the time of its deletion; its history stays.",
  parameters: { slug, ...inForms },
  answers: [representations],
  problems: ["record-unknown", "record-deleted", "representation-unknown", "busy"],
});

export const findRecordPage = declareRoute({
  ...shared,
  path: "/records",
  id: "findRecordPage",
  summary: "The same by the record's PID",
  parameters: {
    pid: requiredInQuery(pidText, "The record's `identification.identifier.pid`.", { example: example.pid }),
    ...inForms,
  },
  answers: [representations],
  problems: ["record-unknown", "record-deleted", "representation-unknown", "busy"],
});

const LinkTarget = z.looseObject({ href: z.string(), type: z.string().optional() });

export const getRecordLinkset = declareRoute({
  ...shared,
  path: "/records/{slug}/linkset",
  id: "getRecordLinkset",
  summary: "Everything that belongs to a record, as links",
  description:
    "All links of signposting, also those that the header `Link` has no room for, and the way back from them (RFC 9264).",
  parameters: { slug },
  answers: [
    {
      status: 200,
      description: "The links by where they begin and by their relation.",
      schema: z.object({
        linkset: z.array(z.object({ anchor: z.string() }).catchall(z.array(LinkTarget))),
      }),
      mediaTypes: LINKSET_TYPES,
      example: {
        linkset: [
          {
            anchor: `https://data.example.org/records/${slugOf(example.pid)}`,
            "cite-as": [{ href: example.pid }],
            type: [{ href: "https://schema.org/Dataset" }],
          },
        ],
      },
    },
  ],
  problems: ["record-unknown", "record-deleted"],
});

/** A record for people and for other catalogues. */
export const recordPageRoutes = [getRecordPage, findRecordPage, getRecordLinkset];
