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
 * Every limit on what clients share in one process at a time: for all together, for a client or provider, and for a
 * network of clients. docs/operations.md quotes this file.
 */
export const LIMITS = {
  searches: {
    open: MAX_OPEN_SEARCHES,
    openPerClient: MAX_OPEN_PER_CLIENT,
    waiting: MAX_WAITING_SEARCHES,
    waitingPerClient: MAX_WAITING_PER_CLIENT,
    newlyWaitingPerRunning: MAX_NEWLY_WAITING_PER_RUNNING,
  },

  /** In the embedded engine the limit is the number of processors. */
  searchesInElasticsearch: MAX_CONCURRENT_SEARCHES,

  /** A search that runs for longer gives way to a client without one. */
  searchGivesWayAfterMs: MAX_RUN_MS,

  /** A reader that has paused its answer for longer in total gives way where others need its place. */
  readerGivesWayAfterMs: MAX_PAUSED_MS,

  /** Open answers of `/api/search` by extent. */
  extentAnswers: { all: 256, perClient: 64, perNetwork: 128 },

  /**
   * Answers with historical values and means that are being computed, and that wait for it. A client's share is about
   * three times the number with the best throughput, so that no answer takes much longer than usual.
   */
  longAnswers: { running: 48, runningPerClient: 12, waiting: 48, waitingPerClient: 12, timeoutMs: 5_000 },

  /** Such answers that are open, also while their readers pause. */
  openLongAnswers: { all: 512, perClient: 128, perNetwork: 256 },

  /** Filtered lists of newest values. Those below this size are not counted. */
  filteredAnswers: { all: 96, perClient: 32, perNetwork: 48 },
  uncountedAnswerBytes: 64 * 1024,

  /** Histories of records: each holds some megabytes. */
  histories: { all: 32, perClient: 8, perNetwork: 16 },

  /** Lookups of records as of a past time. The limit leaves database connections for others. */
  pastRecords: { running: 3, runningPerClient: 2, waiting: 48, waitingPerClient: 12, timeoutMs: 5_000 },

  /** Pages of changes that are read; each holds some megabytes. */
  changePages: { all: 48, perClient: 12, perNetwork: 24 },

  /** Sitemaps: each reads its rows for a second or so. */
  sitemaps: { all: 24, perClient: 6, perNetwork: 12 },

  /** Streams of changes, and pages that wait for some. */
  changeStreams: { all: 1_000, perClient: 10, perNetwork: 250 },

  /** Of these streams, those that read what they have missed: all may have been cut at once. */
  missedChanges: { running: 4, runningPerClient: 2, waiting: 1_000, waitingPerClient: 10, timeoutMs: 60_000 },

  uvForecasts: { all: 256, perClient: 64, perNetwork: 128 },

  /**
   * Password verifications: each takes a processor, and 19 MiB or the maximum cost of an imported hash. Fewer may wait
   * where verification takes long.
   */
  logins: { running: 2, waiting: 128, waitingPerClient: 16, timeoutMs: 10_000 },

  /** Bytes of small bodies that are read at a time. */
  smallBodies: { all: 64 * MIB, perClient: 48 * MIB },

  /** Memory of larger bodies, in units of the largest size, without the body that has the turn. */
  largestBodies: { all: 2, perClient: 1 },

  /** Turns of larger bodies: the body with the turn is read to its end, whatever memory is left. */
  largeBodyTurns: { running: 1, waiting: 32, waitingPerClient: 8, timeoutMs: 10_000 },

  /**
   * Larger bodies of one provider that have arrived and are not yet processed: three times the number with the best
   * throughput, so that none takes much longer than usual. Bodies that are still arriving do not wait, and are not
   * counted.
   */
  completeBodies: { all: Number.POSITIVE_INFINITY, perClient: 24 },

  /** Maximum time that an arrived larger body waits to be processed. */
  bodyWorkTimeoutMs: 30_000,

  /**
   * Threads that read larger bodies, and the maximum wait for one. With two of them a large body does not delay all
   * others. A group, such as the inboxes, gets one at a time.
   */
  bodyThreads: { running: 2, runningPerGroup: 1, timeoutMs: 30_000 },

  /** Uploads of lines; each holds at most two chunks. */
  uploads: { all: 64, perClient: 48 },

  /** Writes of stations and time series: one at a time holds the lock on names. */
  namedWrites: { running: 1, waiting: 1024, waitingPerClient: 256, timeoutMs: 30_000 },

  /** Reads and writes that wait until views have reached a position. */
  viewWaits: { all: 2_048, perClient: 1_024 },
};
