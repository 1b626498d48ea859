import type { RequestHandler, Router } from "express";
import { API_VERSION, type VersionDto } from "../../../contracts/version.ts";
import { sendJson } from "../http/conditional.ts";
import type { PublicReads } from "../http/public-reads.ts";
import type { BuildFacts } from "./build-facts.ts";

/** What is running here. */
export function addVersionRoute(
  router: Router,
  { name, version, commit, built }: BuildFacts,
  reads: PublicReads,
): void {
  const facts: VersionDto = { name, version, api: API_VERSION, commit, built };
  const json = JSON.stringify(facts);
  const answer: RequestHandler = (request, response) => sendJson(request, response, json);
  router.get("/api/version", reads(), answer);
}
