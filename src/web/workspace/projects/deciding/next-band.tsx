import type { ReactNode } from "react";
import { ButtonLink } from "#web/design/button.tsx";
import { withSpokenNumbers } from "../../exhibit-numbers.ts";
import { NextButton } from "../../next/next-button.tsx";
import { nextAddress } from "../../next/next-address.ts";
import { saySharedNext, sharedNext } from "../../next/shared-next.ts";
import { useMayTake } from "../../next/use-may-take.ts";
import type { ControlRow } from "../project.ts";
import { lineOfControl } from "./deciding-words.ts";
import "./deciding.css";

/** The one next thing of a view, beside its margin. */
function Band({ label, words, children }: { label: string; words: string; children: ReactNode }) {
  return (
    <section className="next-band" aria-label={label}>
      <b className="next-margin" aria-hidden="true">
        Next
      </b>
      <p className="next-words firm">{words}</p>
      {children}
    </section>
  );
}

interface NextBandProps {
  control: ControlRow;
  projectId: string | undefined;
  /** Whether its button is the one that the view is for. */
  primary?: boolean;
}

/** The one next thing about a control, with its button; where there is none, why it stands as it does and what of that ends soon. */
export function NextBand({ control, projectId, primary }: NextBandProps) {
  const { next, endsSoon } = control;
  if (!next) {
    return (
      <>
        <p className="next-reason">{withSpokenNumbers(control.reason)}</p>
        {endsSoon && (
          <Band label="Next step" words={`${endsSoon.message}.`}>
            <NextButton control={control} next={endsSoon.next} projectId={projectId} />
          </Band>
        )}
      </>
    );
  }
  return (
    <Band label="Next step" words={lineOfControl(control)}>
      <NextButton control={control} next={next} projectId={projectId} primary={primary} />
    </Band>
  );
}

/** What is next for several controls of a project at once; nothing where nothing is, and for whom may not do it. */
export function SharedNextBand({ controls }: { controls: readonly ControlRow[] }) {
  const mayTake = useMayTake();
  const shared = sharedNext(controls);
  if (!shared || !mayTake(shared.next.kind)) return null;
  return (
    <Band label="Next step of the project" words={saySharedNext(shared)}>
      <ButtonLink size="small" to={nextAddress("", shared.next)}>
        {shared.next.label}
      </ButtonLink>
    </Band>
  );
}
