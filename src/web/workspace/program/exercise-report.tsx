import { PanelSection } from "#web/design/side-panel.tsx";
import type { RecordDetails } from "./registers.ts";

/** What becomes of an exercise on the screen of incidents: its report is filed by itself, and by whom it is reviewed. Of anything else, nothing. */
export function ExerciseReport({ record: { fields, state, ended, matter } }: { record: RecordDetails }) {
  if (fields["kind"] !== "exercise" || ended || matter) return null;
  const isClosed = fields["closedAt"] !== undefined;
  return (
    <PanelSection title="Exercise report">
      <p className="fine quiet wraps">
        {!isClosed
          ? "Once you enter when it was closed and another person approves it, the exercise report is filed in your name."
          : state === "waiting"
            ? "Once another person approves it, the exercise report is filed in the name of whoever closed it."
            : "The exercise report is filed in the name of whoever closed it, as soon as Tests and Incidents are confirmed complete."}{" "}
        Someone else then reviews it on the page of its control.
      </p>
    </PanelSection>
  );
}
