import { Glyph } from "#web/design/glyph.tsx";
import type { Finding } from "#web/design/glyph.tsx";
import { Mark, Reason, Stamp } from "#web/design/mark.tsx";
import { Meter } from "#web/design/meter.tsx";
import { Ticks, TicksLegend } from "#web/design/ticks.tsx";
import { WorkSteps } from "#web/design/work-steps.tsx";
import { longWords } from "./long-words.ts";
import { Specimen, State } from "./specimen.tsx";

const findings: readonly Finding[] = ["passing", "failing", "needs evidence", "not applicable", "unknown", "sealed"];
const some: readonly Finding[] = [
  ...Array.from({ length: 9 }, () => "passing" as const),
  "failing",
  "failing",
  "unknown",
  "needs evidence",
  "needs evidence",
  "not applicable",
];

/** What was found, and how far work has come. */
export function Findings() {
  return (
    <>
      <Specimen of="Mark" and={["Glyph", "Stamp", "Reason"]}>
        {findings.map((finding) => (
          <State key={finding} name={finding}>
            <div className="stack gap-8 at-start">
              <Mark finding={finding} />
              <Mark finding={finding} size="small" />
              <Stamp finding={finding} date="22 Nov 2026" />
              <Reason finding={finding}>The newest report is 12 days old.</Reason>
              <Glyph of={finding} size={20} />
            </div>
          </State>
        ))}
        <State name="long">
          <Mark finding="failing">12 controls need evidence</Mark>
          <Reason finding="failing">{longWords.german}</Reason>
        </State>
      </Specimen>
      <Specimen of="Ticks" and={["TicksLegend"]}>
        <State name="regular">
          <Ticks of="controls" findings={some} />
          <TicksLegend findings={some} />
        </State>
        <State name="small">
          <Ticks of="controls" findings={some} size="small" />
        </State>
        <State name="empty">
          <Ticks of="controls" findings={[]} />
        </State>
      </Specimen>
      <Specimen of="Meter">
        {[0, 61, 100].map((percent) => (
          <State key={percent} name={`${percent} percent`}>
            <Meter label={`Evidence covers ${percent} percent`} percent={percent} />
          </State>
        ))}
      </Specimen>
      <Specimen of="WorkSteps">
        <State name="under way">
          <WorkSteps
            label="Reading the report"
            steps={[
              { text: "Read the file", state: "done" },
              { text: "Match resources", state: "done", finding: "failing", note: "3 unknown" },
              { text: "Seal findings", state: "now", note: "41 of 120" },
              { text: longWords.sentence, state: "later" },
            ]}
            done={41}
            total={120}
          />
        </State>
        <State name="not known how much">
          <WorkSteps label="Looking" steps={[{ text: "Look at the account", state: "now" }]} done={0} total={0} />
        </State>
      </Specimen>
    </>
  );
}
