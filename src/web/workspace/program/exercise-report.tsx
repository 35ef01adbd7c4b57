import { timeNow } from "#web/clock.ts";
import { PanelSection } from "#web/design/side-panel.tsx";
import { exerciseReportWords } from "./exercise-report-words.ts";
import type { RecordDetails } from "./registers.ts";

interface ExerciseReportProps {
  record: RecordDetails;
  mayWrite: boolean;
}

/** What becomes of an exercise on the screen of incidents: its report is filed by itself, and by whom it is reviewed. Of anything else, nothing. */
export function ExerciseReport({ record, mayWrite }: ExerciseReportProps) {
  const words = exerciseReportWords(record, { mayWrite, now: timeNow() });
  if (words === undefined) return null;
  return (
    <PanelSection title="Exercise report">
      <p className="fine quiet wraps">{words} Someone else then reviews it on the page of its control.</p>
    </PanelSection>
  );
}
