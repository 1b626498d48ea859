/** What the island `live.ts` gets. It travels in an attribute. */
export interface LiveConfig {
  /** The language as `Intl` has it. */
  readonly region: string;
  /** Of the times that are shown, minutes ahead of UTC. */
  readonly offset: number;
  readonly texts: {
    readonly open: string;
    /** With `#` for the time. */
    readonly lost: string;
    /** With `#` for the news. */
    readonly news: string;
  };
}
