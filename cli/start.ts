import { USUAL_SETTINGS } from "../platform/lifecycle/usage.ts";
import type { Declare } from "./command.ts";

export const declare: Declare = (command) => {
  command
    .description("Runs the system in one process until Ctrl-C: command, projector and query.")
    .addHelpText("after", `\n${USUAL_SETTINGS}`)
    .action(async () => {
      // Loaded only once it is known that the system is to be run: they take most of the start.
      const [{ runProcess }, { allServices }] = await Promise.all([
        import("../platform/lifecycle/process.ts"),
        import("../services/all.ts"),
      ]);
      await runProcess(allServices);
    });
};
