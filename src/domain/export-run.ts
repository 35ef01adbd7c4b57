/** Everything an export may be. */
export type ExportState = "waiting" | "working" | "done" | "failed" | "cancelled";

/** The steps of an export, in their order, as its progress names them. */
export const exportSteps = {
  waiting: "Waiting for the download to begin",
  reading: "Reading what is on file",
  report: "Writing the report",
  sealing: "Sealing the evidence into the bundle",
  proving: "Proving each item against the ledger",
  done: "Complete",
} as const;

interface ExportFacts {
  readonly state: ExportState;
  readonly createdAt: Date;
  /** When it last moved. */
  readonly movedAt: Date;
}

/** How an export stands. */
export interface ExportStanding {
  readonly state: ExportState;
  /** Why it failed, where nobody wrote that down because nobody was there any more. */
  readonly failure?: "export-expired" | "export-interrupted";
}

const UNFETCHED_MS = 60 * 60_000;
/** A reader may pause a download; one that has stood for so long is not coming back. */
const STALLED_MS = 15 * 60_000;

/**
 * How an export stands at `now`. One that nobody downloads within an hour has failed, and so has one that has not moved
 * for a quarter of an hour, whose reader or process is gone: nothing waits for ever.
 */
export function exportStanding({ state, createdAt, movedAt }: ExportFacts, now: Date): ExportStanding {
  if (state === "waiting" && now.getTime() - createdAt.getTime() >= UNFETCHED_MS)
    return { state: "failed", failure: "export-expired" };
  if (state === "working" && now.getTime() - movedAt.getTime() >= STALLED_MS)
    return { state: "failed", failure: "export-interrupted" };
  return { state };
}
