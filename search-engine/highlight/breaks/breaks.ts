/** Where a text may be cut. */
export interface Breaks {
  /** The last break before the offset, 0 where there is none. */
  preceding(offset: number): number;
  /** The first break after the offset, the text's length where there is none. */
  following(offset: number): number;
}
