import { codeOf } from "../errors.ts";

const CHECK_INTERVAL_MS = 1_000;

/** Whether a failed write shows that nobody reads the output any more. */
export function isClosedPipe(error: unknown): boolean {
  return codeOf(error) === "EPIPE";
}

/** Calls back once the npm that started this process has ended without forwarding a signal. */
export function onceNpmEnded(callback: () => void): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const npm = process.ppid;
  const checks = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(checks);
    callback();
  }, CHECK_INTERVAL_MS).unref();
}
