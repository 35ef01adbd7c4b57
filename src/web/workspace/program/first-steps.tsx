import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "react-router";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { dayOfRecord } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import "./first-steps.css";
import { Tally } from "./tally.tsx";

type Step = z.output<typeof contract.tasks.firstSteps.output>[number];

/** Where to begin: what each step takes, what it decides and how it stands. It folds away once all is done. */
export function FirstSteps() {
  const { company } = useWorkspace();
  const mayWrite = useCan("registers.write");
  const asked = useQuery({
    ...api.tasks.firstSteps.queryOptions({ input: { companyId: company.id } }),
    enabled: mayWrite,
  });
  if (!mayWrite) return null;
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps" className="visually-hidden">
        First steps
      </h2>
      <Screen data={asked} loading={<SkeletonRegister rows={10} columns={3} />} empty={null}>
        {(steps) => <Steps steps={steps} />}
      </Screen>
    </section>
  );
}

const sum = (steps: readonly Step[]) => steps.reduce((all, { minutes }) => all + minutes, 0);

function Steps({ steps }: { steps: readonly Step[] }) {
  const list = useId();
  const done = steps.filter(({ state }) => state === "done");
  const isDone = done.length === steps.length;
  const [isOpen, setOpen] = useState(false);
  const shows = !isDone || isOpen;
  // What was begun goes on before something new begins.
  const next = steps.find(({ state }) => state === "begun") ?? steps.find(({ state }) => state === "open");
  return (
    <>
      <Tally cells={steps.map(({ key, state }) => ({ key, isDone: state === "done" }))} label="first steps done">
        {isDone ? (
          <Button
            size="small"
            kind="quiet"
            aria-expanded={isOpen}
            aria-controls={list}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Hide Steps" : "Show Steps"}
          </Button>
        ) : (
          <p className="compact quiet">{minuteWords(steps, done)}</p>
        )}
      </Tally>
      {shows && (
        <ol id={list}>
          {steps.map((step, at) => (
            <StepRow key={step.key} step={step} number={at + 1} isNext={step === next} />
          ))}
        </ol>
      )}
    </>
  );
}

function minuteWords(steps: readonly Step[], done: readonly Step[]): string {
  if (done.length === 0) return `About ${sum(steps)} minutes for 12 people. Stop at any time: your work is kept.`;
  const left = steps.length - done.length;
  return `${sum(done)} of ${sum(steps)} minutes done. ${left === 1 ? "1 step is" : `${left} steps are`} left.`;
}

function StepRow({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  const { title, detail, minutes, state, words, to, none, doneAt } = step;
  return (
    <li aria-current={isNext ? "step" : undefined}>
      <span className="step-number" aria-hidden="true">
        {number}
      </span>
      <div className="narrows">
        <h3 className="firm">
          <Link className="underlines" to={to}>
            {title}
          </Link>
        </h3>
        <p className="compact quiet">{detail}</p>
      </div>
      <p className="step-minutes compact quiet">{minutes} min</p>
      <p className="step-decides compact quiet">{decidesWords(step)}</p>
      <div className="step-act">
        {words !== "" && <span className="fine faint">{words}</span>}
        {state === "done" ? (
          <Mark finding="sealed">{doneAt === null ? "Done" : `Done ${dayOfRecord(doneAt)}`}</Mark>
        ) : (
          <span className="cluster">
            {none !== null && (
              <Link className="link fine" to={none}>
                We have none
              </Link>
            )}
            <ButtonLink size="small" kind={isNext ? "primary" : "secondary"} to={to}>
              {state === "begun" ? "Continue" : "Start"}
              <span className="visually-hidden">: {title}</span>
            </ButtonLink>
          </span>
        )}
      </div>
    </li>
  );
}

const counted = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`;

/** `6 checks, 1 document` */
function decidesWords({ checks, documents }: Step): string {
  const said = [counted(checks.length, "check")];
  return [...said, ...(documents.length > 0 ? [counted(documents.length, "document")] : [])].join(", ");
}
