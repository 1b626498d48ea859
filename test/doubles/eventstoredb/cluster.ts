import gossip from "@eventstore/db-client/generated/gossip_pb.js";
import shared from "@eventstore/db-client/generated/shared_pb.js";
import { Wire } from "../../wire.ts";
import { EventStoreDouble } from "./server.ts";

const NODES = 3;
const { LEADER, FOLLOWER, UNKNOWN } = gossip.MemberInfo.VNodeState;

/**
 * Three doubles with one log, one of which leads. The majority has confirmed everything in the log; events that a former
 * leader has to truncate never get there.
 */
export class ClusterDouble {
  readonly nodes: readonly EventStoreDouble[];
  readonly #down = new Set<EventStoreDouble>();
  /** Clients reach each node through its own. */
  readonly #wires: ReadonlyMap<EventStoreDouble, Wire>;
  #leader: EventStoreDouble | undefined;

  private constructor(wires: ReadonlyMap<EventStoreDouble, Wire>) {
    this.#wires = wires;
    this.nodes = [...wires.keys()];
    const { nodes } = this;
    for (const node of nodes) node.gossip = () => this.#gossip();
    this.elect();
  }

  static async start(): Promise<ClusterDouble> {
    const first = await EventStoreDouble.start();
    const others = Array.from({ length: NODES - 1 }, () => EventStoreDouble.start(first.log));
    const nodes = [first, ...(await Promise.all(others))];
    const wires = nodes.map(async (node) => [node, await Wire.to(`http://127.0.0.1:${node.port}`)] as const);
    return new ClusterDouble(new Map(await Promise.all(wires)));
  }

  /** The addresses of all nodes. */
  get url(): string {
    return `esdb://${this.nodes.map((node) => `127.0.0.1:${this.#portOf(node)}`).join(",")}?tls=false`;
  }

  get leader(): EventStoreDouble | undefined {
    return this.#leader;
  }

  /** Appends that were accepted, by any node. */
  get appends(): number {
    return this.nodes.reduce((sum, { appends }) => sum + appends, 0);
  }

  /** Elects another leader than the last one, if a majority runs. */
  elect(): void {
    const running = this.nodes.filter((node) => !this.#down.has(node));
    const others = running.filter((node) => node !== this.#leader);
    this.#leader = running.length * 2 > NODES ? others[0] : undefined;
    for (const node of running) {
      node.faults.leader = node === this.#leader ? undefined : this.#portOf(this.#leader);
      node.faults.leaderless = this.#leader === undefined ? "writes" : undefined;
      node.faults.commits = undefined;
    }
  }

  /** Kills the leader. No node serves anything until the next `elect`. */
  killLeader(): EventStoreDouble | undefined {
    const killed = this.#leader;
    this.resign();
    if (killed) this.#stop(killed);
    return killed;
  }

  /** Stops the leader as SIGSTOP does. The others still name it as the leader until the next `elect`. */
  hangLeader(): void {
    const { leader } = this;
    if (leader === undefined) return;
    this.#wires.get(leader)?.stop();
  }

  /** The others notice that the stopped leader does not answer, and elect one of them. */
  replaceHungLeader(): void {
    if (this.#leader !== undefined) this.#down.add(this.#leader);
    this.elect();
  }

  /** The leader resigns. No node serves anything until the next `elect`. */
  resign(): void {
    this.#leader = undefined;
    for (const node of this.nodes) Object.assign(node.faults, { leader: undefined, leaderless: "all" });
  }

  /**
   * Kills two nodes and leaves the leader. Appends under way end in timeouts of their commit; their events are `lost`, as
   * when their leader has to truncate, or `stored`. Once the leader has noticed (`elect`), it accepts no more appends.
   */
  loseMajority(appends: "lost" | "stored"): void {
    for (const node of this.nodes) {
      if (node === this.#leader) node.faults.commits = appends;
      else this.#stop(node);
    }
  }

  /**
   * Starts every node that is down or stopped, and elects a new leader; the former one truncates the events that it had
   * alone.
   */
  async mend(): Promise<void> {
    const down = [...this.#down];
    this.#down.clear();
    for (const node of down) this.#wires.get(node)?.mend();
    await Promise.all(down.map((node) => node.comeBack()));
    this.elect();
  }

  /** A leader that has to truncate shuts itself down, and is started again. */
  async truncateLeader(): Promise<void> {
    const former = this.killLeader();
    this.elect();
    if (former === undefined) return;
    this.#down.delete(former);
    await former.comeBack();
    Object.assign(former.faults, { leader: this.#portOf(this.#leader), leaderless: undefined, commits: undefined });
  }

  async close(): Promise<void> {
    for (const node of this.nodes) node.goDown();
    await Promise.all([...this.#wires.values()].map((wire) => wire.close()));
  }

  #portOf(node: EventStoreDouble | undefined): number | undefined {
    const wire = node && this.#wires.get(node);
    return wire && Number(new URL(wire.url).port);
  }

  #stop(node: EventStoreDouble): void {
    node.goDown();
    this.#down.add(node);
  }

  #gossip(): gossip.ClusterInfo {
    const info = new gossip.ClusterInfo();
    for (const node of this.nodes) info.addMembers(this.#member(node));
    return info;
  }

  #member(node: EventStoreDouble): gossip.MemberInfo {
    const endpoint = new gossip.EndPoint();
    endpoint.setAddress("127.0.0.1");
    endpoint.setPort(this.#portOf(node) ?? 0);
    const id = new shared.UUID();
    id.setString(`00000000-0000-4000-8000-${String(node.port).padStart(12, "0")}`);
    const member = new gossip.MemberInfo();
    member.setInstanceId(id);
    member.setTimeStamp(String(Date.now()));
    member.setHttpEndPoint(endpoint);
    member.setIsAlive(!this.#down.has(node));
    member.setState(this.#leader === undefined ? UNKNOWN : node === this.#leader ? LEADER : FOLLOWER);
    return member;
  }
}
