import type { ControlRow } from "../project.ts";

type BasisCounts = ControlRow["basis"];

/** What decided a control, in words and in this order: "4 by machine", "1 by a person", "2 documents". What decided nothing is left out. */
export function basisWords(basis: BasisCounts): { readonly key: keyof BasisCounts; readonly words: string }[] {
  const { machine, register, person, documents, notApplicable } = basis;
  return [
    { key: "machine" as const, count: machine, words: `${machine} by machine` },
    { key: "register" as const, count: register, words: `${register} by register` },
    { key: "person" as const, count: person, words: `${person} by a person` },
    { key: "documents" as const, count: documents, words: documents === 1 ? "1 document" : `${documents} documents` },
    { key: "notApplicable" as const, count: notApplicable, words: `${notApplicable} not applicable` },
  ].filter(({ count }) => count > 0);
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
