import { Plus, X } from "lucide-react";
import { Icon } from "#web/design/icon.tsx";
import { useControls } from "./use-library.ts";
import { useSuggestions } from "./use-suggestions.ts";

interface SuggestedControlsProps {
  file: File | undefined;
  name: string;
  /** The controls that are chosen now. */
  chosen: readonly string[];
  onToggle: (control: string) => void;
}

/** Controls that the item's words speak for, one press away, each with the words that did; nothing where none does. */
export function SuggestedControls({ file, name, chosen, onToggle }: SuggestedControlsProps) {
  const controls = useControls().data ?? [];
  const suggestions = useSuggestions(file, name);
  if (suggestions.length === 0) return null;
  return (
    <div className="field" role="group" aria-label="Suggested">
      <span className="field-label">Suggested</span>
      <ul className="suggestions">
        {suggestions.map(({ control, words }) => {
          const on = chosen.includes(control);
          return (
            <li key={control}>
              <button type="button" className="suggestion" aria-pressed={on} onClick={() => onToggle(control)}>
                <Icon of={on ? X : Plus} size={14} />
                <span>
                  {controls.find(({ id }) => id === control)?.title ?? control}
                  <small>{words.join(", ")}</small>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <p className="field-help">Based on words in the name and text. The text never leaves this server.</p>
    </div>
  );
}
