import { Counter, Gauge, type Registry } from "prom-client";
import type { Inbox, MessageOutcome } from "./inbox.ts";

/** Registers the counter of an inbox's messages, each outcome at 0; the returned function adds to it. */
export function countMessages(registry: Registry): (outcome: MessageOutcome, messages: number) => void {
  const counter = new Counter({
    name: "airlog_inbox_messages_total",
    help: "Messages of the inbox on Kafka that are done: stored, or sent to the dead-letter topic",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const add = (outcome: MessageOutcome, messages: number): void => counter.inc({ outcome }, messages);
  add("stored", 0);
  add("refused", 0);
  return add;
}

/** Registers whether the inbox is failing. */
export function measureInbox(registry: Registry, inbox: Pick<Inbox, "state">): void {
  new Gauge({
    name: "airlog_inbox_failing",
    help: "1 while the inbox on Kafka can't be read, or some of its messages can't be stored or refused",
    registers: [registry],
    collect() {
      this.set(inbox.state().state === "failing" ? 1 : 0);
    },
  });
}
