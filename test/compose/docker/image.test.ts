import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { folderUntil } from "../../folder.ts";
import { freePort } from "../../listen.ts";
import { type Checkout, makeCheckout } from "./checkout.ts";
import { describeWithDocker, docker } from "./docker.ts";
import { lineWith } from "./page.ts";
import { COUNT_ALL } from "./traffic.ts";

const MINUTE = 60_000;
const MEGABYTE = 1_000_000;
const START_LIMIT_MS = 3_000;

describeWithDocker("the image", () => {
  const name = "airlog-test-alone";
  let checkout: Checkout;
  let address: string;

  beforeAll(async () => {
    const folder = join(folderUntil(afterAll), "airlog");
    mkdirSync(folder);
    const port = await freePort();
    address = `127.0.0.1:${port}`;
    checkout = await makeCheckout(folder, name, port);
    await remove();
    await checkout.run("deploy/make-env", "--without-eventstoredb");
    // Compose has a builder that accepts secrets; Docker alone may lack one.
    await checkout.compose("build", "--quiet", "command");
  }, 15 * MINUTE);

  afterAll(remove, MINUTE);

  async function remove(): Promise<void> {
    await docker("rm", "--force", "--volumes", name);
    await docker("image", "rm", "--force", name);
    await docker("volume", "rm", "--force", `${name}-data`);
  }

  /** Starts the container by these words; the milliseconds until it answers reads. */
  async function servedAfter(start: string): Promise<number> {
    const begin = performance.now();
    await checkout.run("bash", "-ec", start);
    await vi.waitFor(
      async () => {
        const answer = await fetch(`http://${address}${COUNT_ALL}`, { signal: AbortSignal.timeout(5_000) });
        expect(answer.status).toBe(200);
      },
      { timeout: MINUTE, interval: 50 },
    );
    return performance.now() - begin;
  }

  test("has less than 250 MB besides its base", async () => {
    const [, base = ""] = /^FROM (\S+)$/m.exec(readFileSync(join(checkout.folder, "Dockerfile"), "utf8")) ?? [];
    const [whole = 0, beneath = 0] = (await docker("image", "inspect", "--format", "{{.Size}}", name, base))
      .split("\n")
      .map(Number);
    expect(whole - beneath).toBeGreaterThan(0);
    expect(whole - beneath).toBeLessThan(250 * MEGABYTE);
  });

  test("runs as an ordinary user, and says what it is", async () => {
    const config = JSON.parse(await docker("image", "inspect", "--format", "{{json .Config}}", name));
    const { version } = JSON.parse(readFileSync(join(checkout.folder, "package.json"), "utf8"));
    expect(config).toMatchObject({
      User: "node",
      Volumes: { "/data": {} },
      ExposedPorts: { "8080/tcp": {} },
      Healthcheck: { Test: ["CMD", "node", "-e", expect.stringContaining("/health/ready")] },
      Labels: {
        "org.opencontainers.image.title": "airlog",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.revision": "unknown",
        "org.opencontainers.image.licenses": expect.any(String),
        "org.opencontainers.image.source": expect.any(String),
      },
    });
  });

  test(
    "serves alone, keeps its data on the volume, and starts in under three seconds",
    async () => {
      const documented = lineWith("docker run --init")
        .replace("--name airlog ", `--name ${name} `)
        .replace("127.0.0.1:8080:", `${address}:`)
        .replace(/airlog-data:(\S+) airlog$/, `${name}-data:$1 ${name}`);
      await servedAfter(documented);
      expect(await docker("exec", name, "id", "-un")).toBe("node");
      expect(await docker("logs", name)).toMatch(/password/i);
      await docker(
        "exec",
        name,
        "sh",
        "-c",
        "echo a-password-of-anna | airlog account add anna --provider norway --roles metadata_provider --password-stdin",
      );
      await vi.waitFor(
        async () => expect(await docker("inspect", "--format", "{{.State.Health.Status}}", name)).toBe("healthy"),
        { timeout: MINUTE, interval: 500 },
      );

      await docker("stop", name);
      await docker("rm", name);
      await servedAfter(documented);
      expect(await docker("exec", name, "airlog", "account", "list")).toContain("anna");

      const starts: number[] = [];
      for (let count = 0; count < 3; count += 1) {
        await docker("stop", name);
        starts.push(await servedAfter(`docker start ${name}`));
      }
      // The fastest start counts: other work of this machine delays the rest.
      expect(Math.min(...starts)).toBeLessThan(START_LIMIT_MS);
    },
    3 * MINUTE,
  );

  test("says in one line why it can't write its data, and what to do", async () => {
    const words = ["run", "--rm", "--tmpfs", "/data:mode=0755", name];
    const failure: unknown = await docker(...words).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^\/data can't be used .+ set AIRLOG_DATA .+$/m),
    });
  });
});
