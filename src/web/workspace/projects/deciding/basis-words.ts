import { sayBasis } from "#domain/basis-words.ts";
import type { ControlRow } from "../project.ts";

type BasisCounts = ControlRow["basis"];

const NOTHING: BasisCounts = { machine: 0, register: 0, person: 0, documents: 0, notApplicable: 0 };
const order = ["machine", "register", "person", "documents", "notApplicable"] as const;

/** What decided a control, each kind in words of its own: "4 by machine", "2 documents". What decided nothing is left out. */
export function basisWords(basis: BasisCounts): { readonly key: keyof BasisCounts; readonly words: string }[] {
  return order
    .filter((key) => basis[key] > 0)
    .map((key) => ({ key, words: sayBasis({ ...NOTHING, [key]: basis[key] }) }));
}

/** Progress and basis of several controls together. */
export function totalOf(controls: readonly Pick<ControlRow, "progress" | "basis">[]) {
  const sum = (of: (control: Pick<ControlRow, "progress" | "basis">) => number) =>
    controls.reduce((total, control) => total + of(control), 0);
  return {
    progress: { decided: sum(({ progress }) => progress.decided), asked: sum(({ progress }) => progress.asked) },
    basis: {
      machine: sum(({ basis }) => basis.machine),
      register: sum(({ basis }) => basis.register),
      person: sum(({ basis }) => basis.person),
      documents: sum(({ basis }) => basis.documents),
      notApplicable: sum(({ basis }) => basis.notApplicable),
    },
  };
}
