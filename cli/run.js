// Runs the compiled program that package.json names, in this process, or says how to compile it.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const program = new URL(`../dist/${process.argv[2]}.js`, import.meta.url);
if (existsSync(program)) {
  process.argv.splice(1, 2, fileURLToPath(program));
  const { requireDescriptors } = await import("../dist/platform/lifecycle/descriptors.js");
  requireDescriptors();
  await import(program.href);
} else {
  process.stderr.write(
    'airlog is not compiled: run "npm run build". "npm ci" does so where install scripts may run.\n',
  );
  process.exitCode = 1;
}
