import { ChainOfCustody } from "#web/design/custody.tsx";
import { BlankLabel, ExhibitLabel } from "#web/design/exhibit-label.tsx";
import { Hash, WholeHash } from "#web/design/hash.tsx";
import { RequirementTag, RequirementTags } from "#web/design/requirement-tags.tsx";
import { hash, longWords } from "./long-words.ts";
import { Specimen, State } from "./specimen.tsx";

const ids = ["CC6.1", "CC6.2", "CC6.3", "A.5.15", "164.312(a)", "PR.AC-1"];

/** Numbered exhibits, and what proves them. */
export function Evidence() {
  return (
    <>
      <Specimen of="ExhibitLabel" and={["BlankLabel"]}>
        <State name="given">
          <ExhibitLabel number="123" foot="SOC 2 CC6.1" />
        </State>
        <State name="long">
          <ExhibitLabel number="1204567" foot="164.308(a)(1)(ii)" />
        </State>
        <State name="not yet given">
          <BlankLabel />
        </State>
      </Specimen>
      <Specimen of="RequirementTags" and={["RequirementTag"]}>
        <State name="all">
          <RequirementTags ids={ids} />
        </State>
        <State name="cut">
          <RequirementTags ids={ids} limit={2} />
        </State>
        <State name="none">
          <RequirementTags ids={[]} />
        </State>
        <State name="one">
          <RequirementTag>CC6.1</RequirementTag>
        </State>
      </Specimen>
      <Specimen of="Hash" and={["WholeHash"]}>
        <State name="in a list">
          <Hash value={hash} />
        </State>
        <State name="whole" wide>
          <WholeHash value={hash} />
        </State>
      </Specimen>
      <Specimen of="ChainOfCustody">
        <State name="recorded, checked and broken" wide>
          <ChainOfCustody
            entries={[
              {
                at: "2026-11-20T09:14:00.000Z",
                what: "Sealed as EX-000123",
                who: "Maya Okafor",
                hashes: [{ label: "SHA-256", value: hash }],
                state: "recorded",
              },
              { at: "2026-11-21T16:40:00.000Z", what: longWords.sentence, who: longWords.arabic, state: "recorded" },
              { at: null, what: "Checked just now", who: "by this browser", state: "checked" },
              { at: null, what: "The file is not the one that was sealed", who: longWords.unbroken, state: "broken" },
            ]}
          />
        </State>
      </Specimen>
    </>
  );
}
