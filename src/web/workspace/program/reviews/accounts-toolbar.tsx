import { useEffect, useRef, useState } from "react";
import { SearchInput, Select } from "#web/design/input.tsx";
import { filterWords } from "./reviews.ts";
import type { AccountFilter } from "./reviews.ts";

interface AccountsToolbarProps {
  show: AccountFilter;
  search: string;
  onNarrow: (changes: Readonly<Record<string, string>>) => void;
}

/** Search and filter of a system's accounts; what is typed is searched for when the typing pauses. */
export function AccountsToolbar({ show, search, onNarrow }: AccountsToolbarProps) {
  const [text, setText] = useState(search);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(search), [search]);
  useEffect(() => () => clearTimeout(pause.current), []);
  function type(typed: string) {
    setText(typed);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => onNarrow({ search: typed.trim() }), 250);
  }
  return (
    <div className="toolbar records-toolbar">
      <SearchInput
        label="Search accounts"
        placeholder="Search accounts"
        value={text}
        maxLength={200}
        onChange={({ target }) => type(target.value)}
      />
      <Select
        aria-label="Show"
        value={show}
        onChange={({ target }) => onNarrow({ show: target.value === "all" ? "" : target.value })}
      >
        {Object.entries(filterWords).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}
