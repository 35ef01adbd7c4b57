import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { otherSizeFor } from "#domain/organization-profile.ts";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { useWorkspace } from "../company-context.tsx";
import { beginning, faultsOf, readAnswers } from "./answers.ts";
import type { Answers, Faults, Onboarding } from "./answers.ts";
import { DataHandling, Finances, Geography, Organization } from "./questions.tsx";
import { SizeQuestion } from "./size-question.tsx";
import { Recommended } from "./recommended.tsx";
import { StepProgress, StepRail, stepTitles } from "./step-rail.tsx";
import { useDraftKeeping } from "./use-draft-keeping.ts";
import { useSubmit } from "./use-submit.ts";

const LAST_QUESTION = 4;

const intros: Readonly<Record<number, string>> = {
  1: "Your industry and the size of your organization.",
  2: "Revenue and card payments affect which frameworks we recommend.",
  3: "Handling personal data adds requirements.",
  4: "Where are your customers? Choose every region that applies. Regions decide which privacy frameworks we recommend.",
  5: "Recommended from your answers. This is a starting point, not legal advice. Confirm it with your auditor or counsel.",
};

/** The five steps. What is typed is kept on the server as one goes, and Submit checks everything. */
export function Wizard({ state }: { state: Onboarding }) {
  const { company } = useWorkspace();
  const [{ step, answers }, setLeft] = useState(() => beginning(state));
  const [faults, setFaults] = useState<Faults>({});
  /** Whether it was asked which of two answers is right; each change of an answer asks anew. */
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraftKeeping(company.id);
  const { busy, send } = useSubmit(company.id);
  const id = useId();

  // The first wrong answer, wherever the eye was; else the next step's title, so that a reader goes on there.
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [faults]);

  function answer(change: Partial<Answers>) {
    const now = { step, answers: { ...answers, ...change } };
    setLeft(now);
    setAsking(false);
    draft.keep(now);
    // Looked at again at each change once something is wrong, as everywhere.
    if (Object.keys(faults).length > 0) setFaults(faultsOf(readAnswers(now.answers).faults, step));
  }

  function go(to: number, wrong: Faults = {}) {
    setLeft({ step: to, answers });
    setAsking(false);
    setFaults(wrong);
    if (to <= LAST_QUESTION && step <= LAST_QUESTION) {
      draft.keep({ step: to, answers });
      draft.flush();
    }
    window.scrollTo({ top: 0 });
    if (Object.keys(wrong).length === 0) requestAnimationFrame(() => heading.current?.focus());
  }

  const otherSize = otherSizeFor(answers.companySize, Number(answers.employeeCount));

  const firstWrong = (all: Faults) =>
    [1, 2, 3, LAST_QUESTION].find((item) => Object.keys(faultsOf(all, item)).length > 0);

  async function goOn() {
    const read = readAnswers(answers);
    const wrong = faultsOf(read.faults, step);
    if (Object.keys(wrong).length > 0) return setFaults(wrong);
    // Asked once: who presses Next again means both as they stand.
    if (step === 1 && otherSize && !asking) return setAsking(true);
    if (step < LAST_QUESTION) return go(step + 1);
    if (!read.profile) return go(firstWrong(read.faults)!, read.faults);
    draft.drop();
    const told = await send(read.profile);
    if (told === null) return go(stepTitles.length);
    const at = firstWrong(told);
    if (at) go(at, faultsOf(told, at));
  }

  const questions = { answers, faults, answer };
  const bodies: Readonly<Record<number, ReactNode>> = {
    1: <Organization {...questions} />,
    2: <Finances {...questions} />,
    3: <DataHandling {...questions} />,
    4: <Geography {...questions} labelledBy={id} />,
    5: <Recommended recommendations={state.recommendations} />,
  };
  return (
    <div className="onboarding">
      <StepRail step={step} />
      <form
        ref={form}
        noValidate
        className="onboarding-matter"
        onSubmit={(event) => {
          event.preventDefault();
          void goOn();
        }}
      >
        <StepProgress step={step} />
        <h1 className="title-page" id={id} ref={heading} tabIndex={-1}>
          {stepTitles[step - 1]}
        </h1>
        <p className="onboarding-intro">{intros[step]}</p>
        {bodies[step]}
        {asking && otherSize && (
          <SizeQuestion
            chosen={answers.companySize}
            other={otherSize}
            employees={answers.employeeCount}
            onChange={() => answer({ companySize: otherSize })}
            onKeep={() => go(2)}
          />
        )}
        <div className="onboarding-foot">
          {step > 1 && <Button onClick={() => go(step - 1)}>Back</Button>}
          {step < LAST_QUESTION && (
            <Button type="submit" kind="primary">
              Next
            </Button>
          )}
          {step === LAST_QUESTION && (
            <Button type="submit" kind="primary" busy={busy && "Submitting..."}>
              Submit
            </Button>
          )}
          {step > LAST_QUESTION && <ButtonLink to="/dashboard/projects">Go to Projects</ButtonLink>}
          {step > LAST_QUESTION && (
            <ButtonLink kind="primary" to="/dashboard/onboarding/systems">
              List Your Systems
            </ButtonLink>
          )}
        </div>
        {step > LAST_QUESTION && state.profile && (
          <p className="above-12 fine faint">
            From the answers of {longDate(state.profile.submittedAt)}. Go back to change them. The ledger records each
            submission.
          </p>
        )}
      </form>
    </div>
  );
}
