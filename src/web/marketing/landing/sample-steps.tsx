import type { ReactNode } from "react";
import { Hash } from "#web/design/hash.tsx";
import { Mark } from "#web/design/mark.tsx";
import type { Finding } from "#web/design/glyph.tsx";
import type { ArtifactStep, StepResult } from "#web/verification/verify-artifact.ts";
import { useSample } from "./sample-check.tsx";
import { sampleExhibit } from "./sample-exhibit.gen.ts";

const { item, steps, size, artifact } = sampleExhibit;

const checks: readonly { readonly step: ArtifactStep; readonly name: string; readonly text: string }[] = [
  { step: "artifact", name: "File", text: "its SHA-256 matches the filed one" },
  { step: "commitment", name: "Entry", text: "the ledger contains that hash, salted" },
  { step: "inclusion", name: "Place", text: `${steps} hashes lead to the root of ${size}` },
  { step: "signature", name: "Root", text: "signed with Ed25519" },
];

const marks: Record<StepResult["outcome"] | "not checked", readonly [Finding, string]> = {
  holds: ["passing", "Holds"],
  fails: ["failing", "Fails"],
  "not reached": ["needs evidence", "Not reached"],
  "not checked": ["needs evidence", "Not checked"],
};

/** The four steps that make an exhibit verifiable, and what the last check in this browser found of each. */
export function SampleSteps() {
  const { verdict } = useSample();
  return (
    <>
      <ol className="sample-steps">
        {checks.map(({ step, name, text }) => {
          const found = verdict?.checked ? verdict.steps.find((item) => item.step === step) : undefined;
          const [finding, word] = marks[found?.outcome ?? "not checked"];
          return (
            <li key={step}>
              <span>
                <b>{name}</b> {text}
              </span>
              <Mark finding={finding} size="small">
                {word}
              </Mark>
            </li>
          );
        })}
      </ol>
      <p className="sample-says" role="status">
        <Finding />
      </p>
    </>
  );
}

/** What the check came to, in words. */
function Finding(): ReactNode {
  const { verdict, changedAt } = useSample();
  if (!verdict) return "A real sample. Your browser verifies it, and nothing is sent.";
  if (!verdict.checked) return verdict.why;
  if (verdict.holds)
    return "All four steps hold. Your browser just checked them, and nothing was sent. Now change one byte.";
  if (changedAt === undefined) return verdict.why;
  return (
    <>
      Byte {changedAt + 1} of {artifact.length} changed in line {lineOf(changedAt)}. Filed: <Hash value={item.sha256} />
      , found: <Hash value={verdict.found} />. The record is intact, but this is not the filed file.
    </>
  );
}

function lineOf(at: number): number {
  return artifact.slice(0, at).split("\n").length;
}
