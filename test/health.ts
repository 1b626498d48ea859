import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const Health = z.object({ status: z.string(), components: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** The `/health/ready` of the service at the URL. */
export async function readHealth(url: string): Promise<z.infer<typeof Health>> {
  const answer = await fetch(`${url}/health/ready`);
  return Health.parse(await answer.json());
}

/** Resolves when `/health/ready` answers 200. */
export async function untilReady(url: string): Promise<void> {
  while ((await fetch(`${url}/health/ready`)).status !== 200) await sleep(50);
}
