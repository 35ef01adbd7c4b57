import { stateWords } from "./documents.ts";
import type { ExpectedDocument } from "./documents.ts";

interface DocumentOptionsProps {
  documents: readonly ExpectedDocument[];
  /** Titles of the controls, where documents of several stand in one list. */
  titleOf?: (controlId: string) => string;
}

/** Documents to choose from, each with how it stands; those of several controls under the name of each. */
export function DocumentOptions({ documents, titleOf }: DocumentOptionsProps) {
  const controls = [...new Set(documents.map(({ controlId }) => controlId))];
  const options = (some: readonly ExpectedDocument[]) =>
    some.map(({ id, title, state }) => (
      <option key={id} value={id}>
        {title} ({stateWords[state].word.toLowerCase()})
      </option>
    ));
  if (controls.length < 2) return options(documents);
  return controls.map((controlId) => (
    <optgroup key={controlId} label={titleOf?.(controlId) ?? controlId}>
      {options(documents.filter((document) => document.controlId === controlId))}
    </optgroup>
  ));
}
