import type { BasisCounts, Progress } from "./control-status.ts";

/** "5 of 7 decided". */
export const sayProgress = ({ decided, asked }: Progress): string => `${decided} of ${asked} decided`;

/** What decided it, the most re-performable first: "4 by machine, 1 by a person, 2 documents"; empty where nothing is decided. */
export function sayBasis({ machine, register, person, documents, notApplicable }: BasisCounts): string {
  const parts = [
    machine > 0 && `${machine} by machine`,
    register > 0 && `${register} by register`,
    person > 0 && `${person} by a person`,
    documents > 0 && `${documents} ${documents === 1 ? "document" : "documents"}`,
    notApplicable > 0 && `${notApplicable} not applicable`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}
