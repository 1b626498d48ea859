import { pastValues } from "../../../../contracts/routes/measurements.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import type { Read } from "../../http/read.ts";
import { formatOf } from "../answers/format.ts";
import { sendStream, streamTag } from "../answers/streamed.ts";
import { KINDS, type Kind, type MeasurementParts } from "../parts.ts";
import { periodBetween } from "../period.ts";
import { selectIn, wantedBy } from "../selection.ts";
import { historyDocument } from "./history.ts";

/** `/aq/historical` and `/obs/historical`: the values of a period. */
export function historyRoutes(parts: MeasurementParts): readonly ServedRoute[] {
  const { read } = parts;
  return KINDS.flatMap((kind) => [
    read(pastValues[kind].byStation, (given) => answerHistory(kind, parts, given)),
    read(pastValues[kind].byCircle, (given) => answerHistory(kind, parts, given)),
    read(pastValues[kind].byId, (given) => answerHistory(kind, parts, given)),
  ]);
}

type HistoryRead = Read<NonNullable<(typeof pastValues)[Kind]["byStation" | "byCircle" | "byId"]["parameters"]>>;

async function answerHistory(kind: Kind, parts: MeasurementParts, { request, response, parameters }: HistoryRead) {
  const { settings, use, longAnswers, clock } = parts;
  const content = use(response);
  const network = content.network();
  const { showinvalid: showInvalid } = parameters;
  const period = periodBetween(parameters, settings.utcOffset);
  const format = formatOf(request, response);
  const series = selectIn(period, clock().getTime(), network, wantedBy(parameters), (known) => {
    return kind === "obs" || known.limits !== undefined;
  });
  const pieces = historyDocument(parts, content, { kind, series, period, showInvalid, format });
  const tag = streamTag(request, format, network, series, content.seed);
  await sendStream(request, response, tag, format, pieces, longAnswers);
}
