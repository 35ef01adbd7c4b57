import { useQuery } from "@tanstack/react-query";
import { controls, frameworks } from "#catalog/index.ts";
import { api } from "#web/api.ts";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { useWorkspace } from "../../company-context.tsx";
import type { PortalSettings } from "./portal-tab.tsx";

interface PortalChoicesProps {
  draft: PortalSettings;
  change: (changes: Partial<PortalSettings>) => void;
}

/** Of which controls it may be said that they pass, and which frameworks are named. */
export function PortalChoices({ draft, change }: PortalChoicesProps) {
  const { company } = useWorkspace();
  const projects = useQuery(api.projects.list.queryOptions({ input: { companyId: company.id } }));
  const worked = new Set<string>(projects.data?.map(({ framework }) => framework));
  const named = frameworks.filter(({ key }) => worked.has(key));
  return (
    <div className="stack gap-20">
      <CheckboxGroup label="Controls" help="Visitors only see the selected controls that pass." well>
        {controls.map(({ id, title }) => (
          <Checkbox
            key={id}
            label={title}
            checked={draft.controls.includes(id)}
            onChange={(event) => change({ controls: chosen(draft.controls, id, event.target.checked) })}
          />
        ))}
      </CheckboxGroup>
      {named.length > 0 && (
        <CheckboxGroup label="Frameworks" help="The page only says that you are working on these.">
          {named.map(({ key, name }) => (
            <Checkbox
              key={key}
              label={name}
              checked={draft.frameworks.includes(key)}
              onChange={(event) => change({ frameworks: chosen(draft.frameworks, key, event.target.checked) })}
            />
          ))}
        </CheckboxGroup>
      )}
    </div>
  );
}

const chosen = <T,>(list: readonly T[], item: T, isIn: boolean): T[] =>
  isIn ? [...list, item] : list.filter((each) => each !== item);
