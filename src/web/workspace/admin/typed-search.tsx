import { useEffect, useRef, useState } from "react";
import { SearchInput } from "#web/design/input.tsx";

interface TypedSearchProps {
  label: string;
  placeholder: string;
  /** What the list shows the answers to. */
  value: string;
  onSearch: (text: string) => void;
}

/** A search field that shows at once what is typed, and searches when the typing pauses. */
export function TypedSearch({ label, placeholder, value, onSearch }: TypedSearchProps) {
  const [text, setText] = useState(value);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(value), [value]);
  return (
    <SearchInput
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        clearTimeout(pause.current);
        pause.current = setTimeout(() => onSearch(target.value), 250);
      }}
    />
  );
}
