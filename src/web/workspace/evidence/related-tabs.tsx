import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { RequirementTags } from "#web/design/requirement-tags.tsx";
import { PanelSection } from "#web/design/side-panel.tsx";
import { Tabs } from "#web/design/tabs.tsx";
import { useWorkspace } from "../company-context.tsx";
import { frameworkName, openFrameworks } from "../frameworks.ts";
import type { EvidenceItem } from "./evidence.ts";
import { useControls } from "./use-library.ts";

/** An index tab for each framework that the item counts in: the requirement ids, and the projects. */
export function RelatedTabs({ item }: { item: EvidenceItem }) {
  const { company } = useWorkspace();
  const controls = (useControls().data ?? []).filter(({ id }) => item.controls.includes(id));
  const projects = useQuery(api.projects.list.queryOptions({ input: { companyId: company.id } })).data ?? [];
  const served = openFrameworks.filter(({ key }) =>
    controls.some((control) => (control.requirements[key] ?? []).length > 0),
  );
  const live = projects.filter(({ status }) => status !== "Archived");
  // The frameworks that the company works with come first.
  const ordered = [
    ...served.filter(({ key }) => live.some((item) => item.framework === key)),
    ...served.filter(({ key }) => !live.some((item) => item.framework === key)),
  ];
  const [chosen, setChosen] = useState("");
  const shown = ordered.find(({ key }) => key === chosen) ?? ordered[0];
  if (!shown) return null;
  const ids = [...new Set(controls.flatMap((control) => control.requirements[shown.key] ?? []))];
  const own = live.filter((item) => item.framework === shown.key);
  return (
    <PanelSection title="Counts in">
      <Tabs
        label="Frameworks"
        tabs={ordered.map(({ key }) => ({ key: key as string, label: frameworkName(key) }))}
        chosen={shown.key}
        onChoose={setChosen}
      >
        <div className="above-10">
          <RequirementTags ids={ids} />
        </div>
        <p className="above-8 quiet">
          {own.length === 0
            ? `No project of ${frameworkName(shown.key)} yet.`
            : own.map((project, at) => (
                <span key={project.id}>
                  {at > 0 && ", "}
                  <Link className="link" to={`/dashboard/projects/${project.id}`}>
                    {project.name}
                  </Link>
                </span>
              ))}
          {item.withdrawn && " It is withdrawn and counts in no project."}
          {item.superseded && " The newer version counts instead."}
          {item.matterId && " It counts in no project until its privilege is waived."}
        </p>
      </Tabs>
    </PanelSection>
  );
}
