import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/design/button.tsx";
import { SearchInput, Select } from "#web/design/input.tsx";
import { useWorkspace } from "../company-context.tsx";
import { countChoices } from "./filter-controls.ts";
import type { ControlFilter, Filterable } from "./filter-controls.ts";
import type { UsedFilters } from "./use-control-filters.ts";

const dueLabels = [
  ["overdue", "Overdue"],
  ["soon", "Due within 7 days"],
  ["later", "Due later"],
  ["none", "No due date"],
] as const;

interface ControlsToolbarProps {
  all: readonly Filterable[];
  used: UsedFilters;
  seen: { framework: string; today: string };
}

/** Search, domain, owner and due date, each choice with what it would show; the status has tabs of its own. */
export function ControlsToolbar({ all, used, seen }: ControlsToolbarProps) {
  const { person } = useWorkspace();
  const { filters } = used;
  const [text, setText] = useTyped(filters.search, (search) => used.set({ search, control: "" }));
  const domains = [...new Set(all.map(({ control }) => control.domain))];
  const owners = new Map(
    all.flatMap(({ plan }) => (plan?.owner ? [[plan.owner.userId, plan.owner.name] as const] : [])),
  );
  const people = [...owners].sort(([, a], [, b]) => a.localeCompare(b));
  const select = (
    filter: Exclude<ControlFilter, "search">,
    label: string,
    every: string,
    choices: readonly (readonly [string, string])[],
  ) => {
    const counts = countChoices(all, filters, seen, filter);
    return (
      <Select
        aria-label={label}
        value={filters[filter]}
        onChange={(event) => used.set({ [filter]: event.target.value, control: "" })}
      >
        <option value="">{every}</option>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words} ({counts.get(value) ?? 0})
          </option>
        ))}
      </Select>
    );
  };
  return (
    <div className="toolbar controls-toolbar">
      <SearchInput
        label="Search controls"
        placeholder="Search controls or a requirement, such as CC6.1"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {select(
        "domain",
        "Domain",
        "All domains",
        domains.map((domain) => [domain, domain] as const),
      )}
      {select("owner", "Owner", "All owners", [
        ...people.map(([id, name]) => [id, id === person.id ? `${name} (you)` : name] as const),
        ["none", "No owner"],
      ])}
      {select("due", "Due", "Any due date", dueLabels)}
      {used.any && (
        <Button size="small" icon={X} onClick={used.clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

/** What is typed shows at once and goes into the address when the typing pauses. */
function useTyped(value: string, set: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(pause.current), []);

  function type(typed: string) {
    setText(typed);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => set(typed), 200);
  }
  return [text, type];
}
