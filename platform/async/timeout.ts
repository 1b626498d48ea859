/** The result of `work`, or, when that takes too long, of `onTimeout`, which may throw. The work itself continues. */
export async function withTimeout<Result, Late>(
  timeoutMs: number,
  work: Promise<Result>,
  onTimeout: () => Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Late>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(onTimeout());
      } catch (error) {
        reject(error);
      }
    }, timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
