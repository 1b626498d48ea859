import { codeOf } from "./errors.ts";

/** Whether any process has this id, even a zombie. */
export function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
