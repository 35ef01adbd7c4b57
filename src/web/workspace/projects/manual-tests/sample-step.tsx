import { useState } from "react";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { client } from "#web/api.ts";
import { AppError, showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Radio, RadioGroup } from "#web/design/choice.tsx";
import { CopyButton } from "#web/design/copy-button.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Textarea } from "#web/design/input.tsx";
import { Ticks } from "#web/design/ticks.tsx";
import { useWorkspace } from "../../company-context.tsx";
import { undrawn } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { isEmpty, populationOf } from "./population-of.ts";
import { Step } from "./step.tsx";
import type { StepProps } from "./step.tsx";

/** Draws the sample, says how to draw it again, and takes the result of each item. */
export function SampleStep({ draft, change, controlId, checkId }: StepProps & { controlId: string; checkId: string }) {
  const { company } = useWorkspace();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const population = populationOf(draft);

  async function draw() {
    const size = Number(draft.size);
    if (typeof population === "string") return setError(population);
    if (!Number.isInteger(size) || size < 1 || size > 250) return setError("Draw between 1 and 250 items.");
    setBusy(true);
    try {
      const { seed, numbers } = await client.manualTests.draw({
        companyId: company.id,
        controlId,
        checkId,
        ...(draft.aspect !== "" && { aspect: draft.aspect }),
        population,
        size,
      });
      setError(undefined);
      change({ ...undrawn, seed, drawn: numbers });
    } catch (refused) {
      if (refused instanceof AppError && refused.code !== "unexpected") setError(refused.message);
      else showError(refused, "The sample could not be drawn");
    } finally {
      setBusy(false);
    }
  }

  if (typeof population !== "string" && isEmpty(population))
    return (
      <Step title="Sample">
        <p className="small quiet">There is nothing to draw from. Such a test can only be left undecided.</p>
      </Step>
    );
  return (
    <Step title="Sample">
      <div className="test-draw">
        <Field label="Sample size" error={error}>
          <Input
            inputMode="numeric"
            maxLength={3}
            value={draft.size}
            onChange={(event) => change({ size: event.target.value })}
          />
        </Field>
        <Button busy={busy && "Drawing..."} onClick={() => void draw()}>
          {draft.seed === "" ? "Draw sample" : "Draw again"}
        </Button>
      </div>
      <p className="small faint">Each draw is recorded. The test says how many there were.</p>
      {draft.seed !== "" && <Drawn draft={draft} change={change} />}
    </Step>
  );
}

const nameOf = (kind: Draft["kind"], number: number) =>
  kind === "exhibits" ? formatExhibitNumber(number) : `Item ${number}`;

function Drawn({ draft, change }: StepProps) {
  const { drawn, seed, results } = draft;
  const findings = drawn.map((number) => {
    const result = results[number];
    return result === "passes" ? "passing" : result === "exception" ? "failing" : "needs evidence";
  });
  return (
    <>
      <p className="small quiet" role="status">
        {drawn.length} drawn with seed <span className="mono">{seed}</span>: {drawn.join(", ")}{" "}
        <CopyButton text={drawn.join(", ")} name="Copy the drawn numbers">
          Copy
        </CopyButton>
      </p>
      <p className="small faint">
        To draw it again, compute the SHA-256 of <span className="mono">seed|n</span> for each number n of the
        population. The numbers with the smallest hashes form the sample.
      </p>
      <Ticks of="items of the sample" findings={findings} />
      <ul className="test-items" aria-label="Items of the sample">
        {drawn.map((number) => (
          <li key={number}>
            <Result number={number} draft={draft} change={change} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Result({ number, draft: { kind, results, found }, change }: StepProps & { number: number }) {
  const name = nameOf(kind, number);
  const set = (result: "passes" | "exception") => change({ results: { ...results, [number]: result } });
  return (
    <>
      <RadioGroup name={`result-${number}`} label={name}>
        <Radio label="Passes" checked={results[number] === "passes"} onChange={() => set("passes")} />
        <Radio label="Exception" checked={results[number] === "exception"} onChange={() => set("exception")} />
      </RadioGroup>
      {results[number] === "exception" && (
        <Field label="What did you find?">
          <Textarea
            rows={2}
            maxLength={2_000}
            aria-label={`What did you find? ${name}`}
            value={found[number] ?? ""}
            onChange={(event) => change({ found: { ...found, [number]: event.target.value } })}
          />
        </Field>
      )}
    </>
  );
}
