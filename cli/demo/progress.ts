import { MultiBar, Presets } from "cli-progress";

/** Progress bars on standard error; where that is no terminal, lines every two seconds. */
export function progressBars(): MultiBar {
  return new MultiBar(
    { format: "{name} {bar} {value}/{total}", stream: process.stderr, hideCursor: true, noTTYOutput: true },
    Presets.shades_classic,
  );
}
