import gossip from "@eventstore/db-client/generated/gossip_grpc_pb.js";
import type gossipMessages from "@eventstore/db-client/generated/gossip_pb.js";
import type shared from "@eventstore/db-client/generated/shared_pb.js";
import service from "@eventstore/db-client/generated/streams_grpc_pb.js";
import type streams from "@eventstore/db-client/generated/streams_pb.js";
import {
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerUnaryCall,
  type sendUnaryData,
} from "@grpc/grpc-js";
import { DoubleLog, type Expected, type ProposedEvent } from "./log.ts";
import {
  accessDenied,
  appendAnswer,
  commitTimeout,
  expectedOf,
  notLeader,
  notReady,
  proposedOf,
  streamNameOf,
  tooLarge,
  unavailable,
} from "./messages.ts";
import { type ReadCall, serveRead } from "./reading.ts";

const MAX_APPEND_BYTES = 1024 * 1024;

/** A real server waits for 2 s. */
const COMMIT_TIMEOUT_MS = 200;

/** Fault injection. */
export interface Faults {
  /** This many appends are refused as unavailable. */
  refuseAppends: number;
  /** This many appends are stored and answered as unavailable, and the cache of ids is lost, as in a crash. */
  loseAnswers: number;
  /** This many appends are accepted, and none after. */
  refuseAfter: number;
  /** This many reads fail. */
  refuseReads: number;
  /** Every request is answered with access denied. */
  refuseUsers: boolean;
  /** Every request is answered with not leader, and this port of another double. */
  leader: number | undefined;
  /** Writes are answered with `Server Is Not Ready`, as by a node that knows no leader; reads too with `all`. */
  leaderless: "writes" | "all" | undefined;
  /**
   * Appends are held and then answered with a timeout of their commit, as by a leader that has lost its majority: their
   * events are lost, or stored all the same.
   */
  commits: "lost" | "stored" | undefined;
}

/**
 * A double of EventStoreDB in this process: its streams service over real gRPC, with the log in memory. It imitates the
 * known behaviour; where a real server is available, the contract suite runs against it too.
 */
export class EventStoreDouble {
  readonly log: DoubleLog;
  readonly faults: Faults = noFaults();
  appends = 0;
  reads = 0;
  /** The node's description of its cluster; undefined for a node alone. */
  gossip: (() => gossipMessages.ClusterInfo) | undefined;
  #server: Server | undefined;
  #port = 0;
  readonly #subscriptions = new Set<ReadCall>();

  private constructor(log: DoubleLog) {
    this.log = log;
  }

  /** With the log of another double, both are nodes of one cluster. */
  static async start(log = withSystemEvents(new DoubleLog())): Promise<EventStoreDouble> {
    const double = new EventStoreDouble(log);
    await double.comeBack();
    return double;
  }

  get port(): number {
    return this.#port;
  }

  /** Number of subscriptions that are open. */
  get subscriptions(): number {
    return this.#subscriptions.size;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.#port}?tls=false`;
  }

  /** Breaks every connection and stops listening. The log stays, the cache of ids is lost. */
  goDown(): void {
    this.#server?.forceShutdown();
    this.#server = undefined;
    this.#subscriptions.clear();
    this.log.forgetIds();
  }

  /** Listens again, on the same port, if it does not. */
  async comeBack(): Promise<void> {
    if (this.#server !== undefined) return;
    const server = new Server();
    server.addService(service.StreamsService, {
      append: (call: AppendCall, answer: AppendAnswer) => this.#append(call, answer),
      read: (call: ReadCall) => this.#read(call),
    });
    server.addService(gossip.GossipService, {
      read: (_call: GossipCall, answer: GossipAnswer) => {
        if (this.gossip === undefined) answer(unavailable(), null);
        else answer(null, this.gossip());
      },
    });
    this.#port = await new Promise<number>((resolve, reject) => {
      server.bindAsync(`127.0.0.1:${this.#port}`, ServerCredentials.createInsecure(), (error, port) =>
        error === null ? resolve(port) : reject(error),
      );
    });
    this.#server = server;
  }

  /** Ends every subscription with an error. */
  cutSubscriptions(): void {
    for (const call of this.#subscriptions) call.emit("error", unavailable());
    this.#subscriptions.clear();
  }

  /** Subscriptions stay open and deliver nothing more. */
  muteSubscriptions(): void {
    for (const call of this.#subscriptions) call.emit("cancelled");
    this.#subscriptions.clear();
  }

  #append(call: AppendCall, answer: AppendAnswer): void {
    let stream = "";
    let expected: Expected = "any";
    let size = 0;
    const proposed: ProposedEvent[] = [];
    call.on("data", (request: streams.AppendReq) => {
      const options = request.getOptions();
      if (options !== undefined) {
        stream = streamNameOf(options.getStreamIdentifier());
        expected = expectedOf(options);
      }
      const message = request.getProposedMessage();
      if (message === undefined) return;
      const event = proposedOf(message);
      size += event.data.length + event.customMetadata.length + 2 * (event.metadata.get("type")?.length ?? 0);
      proposed.push(event);
    });
    call.on("error", () => undefined);
    call.on("end", () => {
      this.appends += 1;
      const { faults } = this;
      if (faults.refuseUsers) return answer(accessDenied(), null);
      if (faults.leader !== undefined) return answer(notLeader(faults.leader), null);
      if (faults.leaderless !== undefined) return this.#later(() => answer(notReady(), null));
      if (size > MAX_APPEND_BYTES) return answer(tooLarge(MAX_APPEND_BYTES), null);
      if (faults.refuseAfter <= 0) return answer(unavailable(), null);
      if (faults.refuseAppends > 0) {
        faults.refuseAppends -= 1;
        return answer(unavailable(), null);
      }
      faults.refuseAfter -= 1;
      if (faults.commits !== undefined) {
        if (faults.commits === "stored") this.log.append(stream, expected, proposed);
        setTimeout(() => answer(commitTimeout(), null), COMMIT_TIMEOUT_MS);
        return;
      }
      const outcome = this.log.append(stream, expected, proposed);
      if (faults.loseAnswers > 0) {
        faults.loseAnswers -= 1;
        this.log.forgetIds();
        return answer(unavailable(), null);
      }
      answer(null, appendAnswer(outcome, expected));
    });
  }

  /** Answers one after the other: a client then looks for a leader while answers of the previous connection still arrive. */
  #later(answer: () => void): void {
    setTimeout(answer, ((this.appends + this.reads) % 10) * 20);
  }

  #read(call: ReadCall): void {
    this.reads += 1;
    const { faults } = this;
    if (faults.refuseUsers) {
      call.emit("error", accessDenied());
    } else if (faults.leader !== undefined) {
      call.emit("error", notLeader(faults.leader));
    } else if (faults.leaderless === "all") {
      this.#later(() => call.emit("error", notReady()));
    } else if (faults.refuseReads > 0) {
      faults.refuseReads -= 1;
      call.emit("error", unavailable());
    } else {
      if (call.request.getOptions()?.hasSubscription() === true) this.#subscriptions.add(call);
      call.on("cancelled", () => this.#subscriptions.delete(call));
      void serveRead(this.log, call);
    }
  }
}

type AppendCall = ServerReadableStream<streams.AppendReq, streams.AppendResp>;
type GossipCall = ServerUnaryCall<shared.Empty, gossipMessages.ClusterInfo>;
type GossipAnswer = sendUnaryData<gossipMessages.ClusterInfo>;
type AppendAnswer = sendUnaryData<streams.AppendResp>;

export function noFaults(): Faults {
  return {
    refuseAppends: 0,
    loseAnswers: 0,
    refuseAfter: Number.POSITIVE_INFINITY,
    refuseReads: 0,
    refuseUsers: false,
    leader: undefined,
    leaderless: undefined,
    commits: undefined,
  };
}

/** A real server's log begins with system events. */
function withSystemEvents(log: DoubleLog): DoubleLog {
  const metadata = new Map([
    ["type", "$metadata"],
    ["content-type", "application/json"],
    ["created", "0"],
  ]);
  const id = "00000000-0000-4000-8000-000000000001";
  log.append("$$$settings", "no-stream", [
    { id, metadata, customMetadata: new Uint8Array(), data: new Uint8Array(Buffer.from("{}")) },
  ]);
  return log;
}
