/** The highest value of a repeated sample until the work is done. */
export async function highestDuring(work: () => Promise<unknown>, sample: () => Promise<number>): Promise<number> {
  let highest = 0;
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      const now = await sample();
      // A sample that is unknown at the moment is no number.
      if (now > highest) highest = now;
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await sampling;
  }
  return highest;
}
