import {
  MAX_CONCURRENT_SEARCHES,
  MAX_NEWLY_WAITING_PER_RUNNING,
  MAX_OPEN_PER_CLIENT,
  MAX_OPEN_SEARCHES,
  MAX_PAUSED_MS,
  MAX_RUN_MS,
  MAX_WAITING_PER_CLIENT,
  MAX_WAITING_SEARCHES,
} from "../../contracts/search-limits.ts";

const MIB = 1024 ** 2;

/**
 * How much all together may do at a time in one process, a client or provider of it, and a network of clients: every limit of
 * those who share. docs/operations.md quotes this page.
 */
export const LIMITS = {
  searches: {
    open: MAX_OPEN_SEARCHES,
    openPerClient: MAX_OPEN_PER_CLIENT,
    waiting: MAX_WAITING_SEARCHES,
    waitingPerClient: MAX_WAITING_PER_CLIENT,
    newlyWaitingPerRunning: MAX_NEWLY_WAITING_PER_RUNNING,
  },

  /** The embedded engine gets as many as there are processors. */
  searchesInElasticsearch: MAX_CONCURRENT_SEARCHES,

  /** A search that runs for longer gives way to a client without one. */
  searchGivesWayAfterMs: MAX_RUN_MS,

  /** A reader that has let its answer wait for longer in all gives way, where others need its place. */
  readerGivesWayAfterMs: MAX_PAUSED_MS,

  /** Answers of `/api/search` by extent that are read. */
  extentAnswers: { all: 256, perClient: 64, perNetwork: 128 },

  /**
   * Historical values and means that are made, and wait for their turn. A client's share is about three times what the process
   * makes fastest, so that no answer takes much longer than usual.
   */
  longAnswers: { running: 48, runningPerClient: 12, waiting: 48, waitingPerClient: 12, timeoutMs: 5_000 },

  /** Of these, those that are open: also those whose reader pauses. */
  openLongAnswers: { all: 512, perClient: 128, perNetwork: 256 },

  /** Filtered lists of newest values, as sent: smaller ones are not counted. */
  filteredAnswers: { all: 96, perClient: 32, perNetwork: 48 },
  uncountedAnswerBytes: 64 * 1024,

  /** Histories of records, each of which holds some megabytes. */
  histories: { all: 32, perClient: 8, perNetwork: 16 },

  /** Records as they were at a time that are looked up, so that connections to the database are left for everybody else. */
  pastRecords: { running: 3, runningPerClient: 2, waiting: 48, waitingPerClient: 12, timeoutMs: 5_000 },

  uvForecasts: { all: 256, perClient: 64, perNetwork: 128 },

  /**
   * Passwords that are verified: each takes 19 MiB, or as much as an imported hash may cost, and a processor. Fewer may wait
   * where passwords take long to verify.
   */
  logins: { running: 2, waiting: 128, waitingPerClient: 16, timeoutMs: 10_000 },

  /** Bytes of bodies that are read at once. */
  smallBodies: { all: 64 * MIB, perClient: 48 * MIB },

  /** Memory of larger bodies, counted in bodies of the largest size, besides that of the one whose turn it is. */
  largestBodies: { all: 2, perClient: 1 },

  /** The turn of a larger body: it is read to its end, whatever memory is left. */
  largeBodyTurns: { running: 1, waiting: 32, waitingPerClient: 8, timeoutMs: 10_000 },

  /**
   * Larger bodies of one provider that have come and whose work has not ended: three times as many as are worked on fastest, so
   * that none takes much longer than usual. Those that are still coming wait for nothing, and are not counted.
   */
  completeBodies: { all: Number.POSITIVE_INFINITY, perClient: 24 },

  /** How long a larger body that has come waits for its work. */
  bodyWorkTimeoutMs: 30_000,

  /**
   * Threads that read larger bodies, and how long a body waits for one. Two, so that a large body delays one other and not all;
   * a group, such as the inboxes, gets one at a time.
   */
  bodyThreads: { running: 2, runningPerGroup: 1, timeoutMs: 30_000 },

  /** Uploads of lines; each holds at most two chunks. */
  uploads: { all: 64, perClient: 48 },

  /** Writes of stations and time series: one at a time has the lock of their names. */
  namedWrites: { running: 1, waiting: 1024, waitingPerClient: 256, timeoutMs: 30_000 },

  /** Reads and writes that wait until views show a position. */
  viewWaits: { all: 2_048, perClient: 1_024 },
};
