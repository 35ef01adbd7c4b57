import { Ban, FileCheck2, NotebookText, PenLine, Plug } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { Icon } from "#web/design/icon.tsx";
import type { ControlRow } from "../project.ts";
import { basisWords } from "./basis-words.ts";

const icons: Record<keyof ControlRow["basis"], LucideIcon> = {
  machine: Plug,
  register: NotebookText,
  person: PenLine,
  documents: FileCheck2,
  notApplicable: Ban,
};

/** What decided what is decided, each kind with its count. */
export function Basis({ basis }: { basis: ControlRow["basis"] }) {
  const all = basisWords(basis);
  if (all.length === 0) return null;
  return (
    <ul className="basis" aria-label="Decided by">
      {all.map(({ key, words }) => (
        <li key={key}>
          <Icon of={icons[key]} size={13} />
          {words}
        </li>
      ))}
    </ul>
  );
}
