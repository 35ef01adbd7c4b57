import type { ControlStatus } from "./control-status.ts";

interface ProjectToGoOn {
  readonly started: boolean;
  readonly archived: boolean;
  readonly hasWindow: boolean;
  /** In the order of the library. */
  readonly controls: readonly {
    readonly id: string;
    readonly title: string;
    readonly status: ControlStatus;
    readonly owned: boolean;
  }[];
}

/** What to do next in a project: where it leads is a control of it, or the project itself. */
export interface NextThing {
  readonly message: string;
  readonly controlId: string | null;
}

/**
 * The next thing to do in a project: start it, fix what fails, file what is missing, name owners, set the audit window. Null when
 * nothing of that is left, and for an archived one.
 */
export function nextThing({ started, archived, hasWindow, controls }: ProjectToGoOn): NextThing | null {
  if (archived) return null;
  if (!started) return { message: "Start the project", controlId: null };
  const failing = controls.find(({ status }) => status === "failing");
  if (failing) return { message: `Fix ${failing.title}`, controlId: failing.id };
  const missing = controls.find(({ status }) => status === "needs evidence");
  if (missing) return { message: `Add evidence for ${missing.title}`, controlId: missing.id };
  const unowned = controls.find(({ owned }) => !owned);
  if (unowned) return { message: `Choose an owner for ${unowned.title}`, controlId: unowned.id };
  return hasWindow ? null : { message: "Set the audit window", controlId: null };
}
