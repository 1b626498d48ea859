/** All items of a document in JSON, whose pieces come from `seriesDocument`: for as many values as a page has. */
export async function wholeDocument<Item>(pieces: AsyncIterable<Buffer>): Promise<readonly Item[]> {
  const parts: Buffer[] = [];
  for await (const piece of pieces) parts.push(piece);
  // The pieces are ours.
  return JSON.parse(Buffer.concat(parts).toString()) as readonly Item[];
}
