import { Button } from "#web/design/button.tsx";
import { PanelHeading, PanelSection, PanelTitle, SidePanel, WithPanel } from "#web/design/side-panel.tsx";
import { longWords } from "./long-words.ts";
import { Specimen, State } from "./specimen.tsx";

/** The details of a row, beside its list. */
export function Panels() {
  return (
    <Specimen of="SidePanel" and={["WithPanel", "PanelTitle", "PanelHeading", "PanelSection"]}>
      <State name="open beside its page" wide>
        <WithPanel
          page={<p>The list that the panel stands beside.</p>}
          panel={
            <SidePanel
              label="Exhibit EX-000123"
              backTo="Evidence"
              onClose={() => {}}
              steps={
                <Button kind="quiet" size="small">
                  Next
                </Button>
              }
            >
              <PanelTitle>{longWords.sentence}</PanelTitle>
              <PanelSection title="Controls" aside={<span className="faint">2</span>}>
                <p>Access reviews</p>
              </PanelSection>
              <PanelHeading>What decides this control</PanelHeading>
              <PanelSection title={longWords.japanese}>
                <p className="wraps-anywhere">{longWords.unbroken}</p>
              </PanelSection>
            </SidePanel>
          }
        />
      </State>
    </Specimen>
  );
}
