import { stateWords } from "../../documents/documents.ts";
import type { ControlDetails } from "../project.ts";
import { stateOfCheck } from "./deciding-words.ts";
import { Tally } from "./tally.tsx";

/** How far a control is decided, and by what. */
export function ControlTally({ details: { control, checks, expected } }: { details: ControlDetails }) {
  const { progress, basis } = control;
  const findings = [
    ...checks.map((check) => stateOfCheck(check).finding),
    ...expected.filter(({ asked }) => asked).map(({ state }) => stateWords[state].finding),
  ];
  return (
    <Tally
      count={`${progress.decided} of ${progress.asked}`}
      noun="decided"
      of="checks and documents"
      findings={findings}
      basis={basis}
    />
  );
}
