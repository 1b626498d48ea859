import shared from "@eventstore/db-client/generated/shared_pb.js";
import streams from "@eventstore/db-client/generated/streams_pb.js";
import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import type { Expected, Outcome, ProposedEvent, StoredEvent } from "./log.ts";

export function streamNameOf(identifier: shared.StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();
}

export function expectedOf(options: streams.AppendReq.Options): Expected {
  if (options.hasNoStream()) return "no-stream";
  if (options.hasAny()) return "any";
  if (options.hasStreamExists()) return "stream-exists";
  return Number(options.getRevision());
}

export function proposedOf(message: streams.AppendReq.ProposedMessage): ProposedEvent {
  const metadata = new Map<string, string>();
  message.getMetadataMap().forEach((value, key) => void metadata.set(key, value));
  return {
    id: message.getId()?.getString().toLowerCase() ?? "",
    metadata: metadata.set("created", String(BigInt(Date.now()) * 10_000n)),
    customMetadata: message.getCustomMetadata_asU8(),
    data: message.getData_asU8(),
  };
}

export function appendAnswer(outcome: Outcome, expected: Expected): streams.AppendResp {
  const answer = new streams.AppendResp();
  if (outcome.outcome === "written") {
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    const success = new streams.AppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    success.setPosition(position);
    answer.setSuccess(success);
    return answer;
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (outcome.current === undefined) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(outcome.current));
  if (expected === "no-stream") wrong.setExpectedNoStream(new shared.Empty());
  else if (expected === "any") wrong.setExpectedAny(new shared.Empty());
  else if (expected === "stream-exists") wrong.setExpectedStreamExists(new shared.Empty());
  else wrong.setExpectedRevision(String(expected));
  answer.setWrongExpectedVersion(wrong);
  return answer;
}

export function eventAnswer(event: StoredEvent): streams.ReadResp {
  const id = new shared.UUID();
  id.setString(event.id);
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(id);
  recorded.setStreamIdentifier(identifierOf(event.stream));
  recorded.setStreamRevision(String(event.revision));
  recorded.setCommitPosition(String(event.position));
  recorded.setPreparePosition(String(event.position));
  for (const [key, value] of event.metadata) recorded.getMetadataMap().set(key, value);
  recorded.setCustomMetadata(event.customMetadata);
  recorded.setData(event.data);
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(recorded);
  read.setCommitPosition(String(event.position));
  const answer = new streams.ReadResp();
  answer.setEvent(read);
  return answer;
}

export function streamNotFound(name: string): streams.ReadResp {
  const missing = new streams.ReadResp.StreamNotFound();
  missing.setStreamIdentifier(identifierOf(name));
  const answer = new streams.ReadResp();
  answer.setStreamNotFound(missing);
  return answer;
}

export function confirmation(): streams.ReadResp {
  const confirmed = new streams.ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId("double");
  const answer = new streams.ReadResp();
  answer.setConfirmation(confirmed);
  return answer;
}

/** A checkpoint of a filtered subscription. Its position is always the log's end, a bug of servers before 24.10.5. */
export function checkpoint(end: bigint): streams.ReadResp {
  const reached = new streams.ReadResp.Checkpoint();
  reached.setCommitPosition(String(end));
  reached.setPreparePosition("0");
  const answer = new streams.ReadResp();
  answer.setCheckpoint(reached);
  return answer;
}

export function caughtUp(): streams.ReadResp {
  const answer = new streams.ReadResp();
  answer.setCaughtUp(new streams.ReadResp.CaughtUp());
  return answer;
}

/** A failure in the server's format: the details are in the metadata, the name of the failure in `exception`. */
export function failure(code: status, details: string, metadata: Readonly<Record<string, string>> = {}): ServiceError {
  const carried = new Metadata();
  for (const [key, value] of Object.entries(metadata)) carried.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata: carried });
}

export function unavailable(): ServiceError {
  return failure(status.UNAVAILABLE, "the double is told to be unavailable");
}

/** The answer of a node that knows no leader: after one was killed, or while the majority is lost. */
export function notReady(): ServiceError {
  return failure(status.UNAVAILABLE, "Server Is Not Ready");
}

/** The answer of a leader to an append that the majority does not confirm. */
export function commitTimeout(): ServiceError {
  return failure(status.ABORTED, "Operation timed out: Commit phase timeout.");
}

export function notLeader(port: number): ServiceError {
  return failure(status.NOT_FOUND, "not the leader", {
    exception: "not-leader",
    "leader-endpoint-host": "127.0.0.1",
    "leader-endpoint-port": String(port),
  });
}

export function accessDenied(): ServiceError {
  return failure(status.PERMISSION_DENIED, "Access Denied", { exception: "access-denied" });
}

export function tooLarge(limit: number): ServiceError {
  return failure(status.INVALID_ARGUMENT, "Maximum Append Size exceeded", {
    exception: "maximum-append-size-exceeded",
    "maximum-append-size": String(limit),
  });
}

function identifierOf(name: string): shared.StreamIdentifier {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Uint8Array.from(Buffer.from(name)));
  return identifier;
}
