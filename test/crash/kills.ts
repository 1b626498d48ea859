/** The kills of one system, each with the seed of its random choices. */
export interface KillRun {
  readonly first: number;
  readonly last: number;
  readonly seeds: readonly number[];
}

/** The number of kills, from the variable CRASHES. */
export function killCount(usual: number): number {
  return Number(process.env["CRASHES"] ?? usual);
}

/** Divides the kills among systems, whose logs grow with each kill. Seeds count from the variable CRASH_SEED. */
export function killRuns(kills: number, killsOfSystem: number): KillRun[] {
  const firstSeed = Number(process.env["CRASH_SEED"] ?? 1);
  return Array.from({ length: Math.ceil(kills / killsOfSystem) }, (_, index) => {
    const first = firstSeed + index * killsOfSystem;
    const length = Math.min(killsOfSystem, kills - index * killsOfSystem);
    return { first, last: first + length - 1, seeds: Array.from({ length }, (_, kill) => first + kill) };
  });
}
