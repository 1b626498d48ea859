import type { OpenApiDocument } from "../../../contracts/openapi/document.ts";
import * as declared from "../../../contracts/routes/documentation.ts";
import { API_VERSION, type VersionDto } from "../../../contracts/version.ts";
import type { BuildFacts } from "../../../platform/build-facts.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import { PreparedContent, sendPrepared } from "../http/prepared-content.ts";
import type { BindRead, SentRead } from "../http/read.ts";

/** The description for programs, and what is running. They change with the code and the configuration only. */
export function documentationRoutes(
  build: BuildFacts,
  document: OpenApiDocument,
  read: BindRead,
): readonly ServedRoute[] {
  const { name, version, commit, built } = build;
  const facts: VersionDto = { name, version, api: API_VERSION, commit, built };
  return [read(declared.getVersion, json(facts)), read(declared.getDescription, json(document))];
}

/** Every answer has the same bytes, however many readers are slow. */
type Answer = (read: SentRead) => Promise<void>;

function json(value: object): Answer {
  const content = new PreparedContent(JSON.stringify(value), "application/json; charset=utf-8");
  return (read) => sendPrepared(read, content, { again: () => content });
}
