import { stateWords } from "../../documents/documents.ts";
import type { ExpectedDocument } from "../../documents/documents.ts";
import { useControls } from "../use-library.ts";
import { ListEditor } from "./plain-editors.tsx";

interface DocumentEditorProps {
  documents: readonly ExpectedDocument[];
  chosen: string | null;
  /** Hears null for supporting evidence. */
  onDone: (id: string | null) => void;
}

const SUPPORTING = "supporting";

/** The expected documents, each with its control and how it stands; those that wait for one come first. */
export function DocumentEditor({ documents, chosen, onDone }: DocumentEditorProps) {
  const controls = useControls().data ?? [];
  const titleOf = (id: string) => controls.find((control) => control.id === id)?.title ?? "";
  const isWanted = ({ state, asked }: ExpectedDocument) => asked && ["missing", "returned", "expired"].includes(state);
  const offered = documents
    .filter(({ notApplicable }) => notApplicable === null)
    .toSorted((first, second) => Number(isWanted(second)) - Number(isWanted(first)));
  return (
    <ListEditor
      label="Document"
      search="Search documents"
      chosen={chosen ?? ""}
      options={[
        ...offered.map(({ id, title, controlId, state }) => ({
          id,
          title,
          note: `${controlId} ${titleOf(controlId)}, ${stateWords[state].word.toLowerCase()}`,
        })),
        { id: SUPPORTING, title: "Supporting evidence", note: "Listed under its controls. Decides nothing." },
      ]}
      onDone={(id) => onDone(id === SUPPORTING ? null : id)}
    />
  );
}
