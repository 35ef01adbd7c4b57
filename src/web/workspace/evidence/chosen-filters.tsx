import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { useWorkspace } from "../company-context.tsx";
import { frameworkName } from "../frameworks.ts";
import { freshnessWords } from "./evidence.ts";
import { useMatters } from "./use-matters.ts";
import { useControls } from "./use-library.ts";
import type { Filters, Narrowing } from "./use-library.ts";

/** The filters that are set, except those that the toolbar shows anyway: each can be taken off by pressing it. */
export function ChosenFilters({ filters }: { filters: Filters }) {
  const shown = filters.chosen.filter((name) => name !== "search" && name !== "type");
  const wordsFor = useWords(filters);
  if (shown.length === 0) return null;
  return (
    <ul className="chosen-filters" aria-label="Active filters">
      {shown.map((name) => (
        <li key={name}>
          <Button
            size="small"
            icon={X}
            onClick={() => filters.narrow({ [name]: "", ...(name === "framework" ? { requirement: "" } : {}) })}
          >
            {wordsFor(name)}
          </Button>
        </li>
      ))}
      {shown.length > 1 && (
        <li>
          <button type="button" className="link" onClick={filters.clear}>
            Clear all filters
          </button>
        </li>
      )}
    </ul>
  );
}

function useWords(filters: Filters): (name: Narrowing) => string {
  const { company } = useWorkspace();
  const controls = useControls().data ?? [];
  const matters = useMatters();
  const people = useQuery({
    ...api.evidence.facets.queryOptions({ input: { companyId: company.id } }),
    enabled: filters.of("filedBy") !== "",
  });
  return (name) => {
    const value = filters.of(name);
    if (name === "control") return controls.find(({ id }) => id === value)?.title ?? value;
    if (name === "framework") return frameworkName(value);
    if (name === "freshness") return freshnessWords[value as keyof typeof freshnessWords] ?? value;
    if (name === "from") return `Collected from ${dayOf(value)}`;
    if (name === "to") return `Collected until ${dayOf(value)}`;
    if (name === "filedBy") return `Filed by ${people.data?.people.find(({ id }) => id === value)?.name ?? "someone"}`;
    if (name === "privileged") return "Privileged only";
    if (name === "matter") return matters.find(({ id }) => id === value)?.name ?? "One matter";
    return value;
  };
}

function dayOf(value: string): string {
  return Number.isNaN(Date.parse(value)) ? value : longDate(value);
}
