import { FILES_ITSELF_DAYS } from "#domain/incidents/exercise-report.ts";
import type { RecordDetails } from "./registers.ts";

const DAY_MS = 86_400_000;

/**
 * What becomes of an exercise on the screen of incidents, for who may change it or only reads it; undefined where nothing is filed by
 * itself: of anything else, and of an exercise that was closed too long ago.
 */
export function exerciseReportWords(
  { fields, state, ended, matter, approval }: Pick<RecordDetails, "fields" | "state" | "ended" | "matter" | "approval">,
  { mayWrite, now }: { readonly mayWrite: boolean; readonly now: Date },
): string | undefined {
  if (fields["kind"] !== "exercise" || ended || matter) return undefined;
  const { closedAt } = fields;
  if (typeof closedAt !== "string")
    return mayWrite
      ? "Once you enter when it was closed and another person approves it, the exercise report is filed in your name."
      : "Once somebody enters when it was closed and another person approves it, the exercise report is filed in their name.";
  if (now.getTime() - Date.parse(closedAt) >= FILES_ITSELF_DAYS * DAY_MS) return undefined;
  const inTheirName = "in the name of whoever closed it, if they may still file documents";
  return state === "waiting" || approval?.alone
    ? `Once another person approves it, the exercise report is filed ${inTheirName}.`
    : `The exercise report is filed once for this closing, as soon as Tests and Incidents are confirmed complete, ${inTheirName}.`;
}
