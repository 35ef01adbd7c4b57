import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Field } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { useWorkspace } from "../company-context.tsx";
import { frameworkName, openFrameworks } from "../frameworks.ts";
import { freshnessWords } from "./evidence.ts";
import { useMatters } from "./use-matters.ts";
import { useControls } from "./use-library.ts";
import type { Filters, Narrowing } from "./use-library.ts";

/** Everything that narrows the list beside words and the type; each takes effect at once. */
export function MoreFilters({ filters }: { filters: Filters }) {
  const { company } = useWorkspace();
  const controls = useControls().data ?? [];
  const facets = useQuery(api.evidence.facets.queryOptions({ input: { companyId: company.id } }));
  const matters = useMatters();
  const framework = filters.of("framework");
  const requirements = framework
    ? [...new Set(controls.flatMap((control) => control.requirements[framework] ?? []))].toSorted((a, b) =>
        a.localeCompare(b, "en", { numeric: true }),
      )
    : [];
  const choice = (name: Narrowing, label: string, all: string, options: readonly (readonly [string, string])[]) => (
    <Field label={label}>
      <Select
        value={filters.of(name)}
        onChange={(event) =>
          filters.narrow({ [name]: event.target.value, ...(name === "framework" ? { requirement: "" } : {}) })
        }
      >
        <option value="">{all}</option>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  );
  const day = (name: "from" | "to", label: string) => (
    <Field label={label}>
      <Input
        type="date"
        value={filters.of(name)}
        onChange={(event) => filters.narrow({ [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <div className="more-filters" id="more-filters" role="group" aria-label="Filters">
      {choice(
        "source",
        "Source",
        "Any source",
        (facets.data?.sources ?? []).map((source) => [source, source]),
      )}
      {choice("freshness", "Freshness", "Any", Object.entries(freshnessWords))}
      {choice(
        "control",
        "Control",
        "Any control",
        controls.map(({ id, title }) => [id, title]),
      )}
      {choice(
        "framework",
        "Framework",
        "Any framework",
        openFrameworks.map(({ key }) => [key, frameworkName(key)]),
      )}
      {framework !== "" &&
        choice(
          "requirement",
          "Requirement",
          "Any requirement",
          requirements.map((id) => [id, id]),
        )}
      {choice(
        "filedBy",
        "Filed by",
        "Anyone",
        (facets.data?.people ?? []).map(({ id, name }) => [id, name]),
      )}
      {day("from", "Collected from")}
      {day("to", "Collected until")}
      {matters.length > 0 &&
        choice(
          "matter",
          "Matter",
          "Any matter",
          matters.map(({ id, name }) => [id, name]),
        )}
      {matters.length > 0 && choice("privileged", "Privilege", "All items", [["1", "Privileged only"]])}
    </div>
  );
}
