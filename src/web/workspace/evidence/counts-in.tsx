import { Fragment } from "react";
import { RequirementTags } from "#web/design/requirement-tags.tsx";
import { frameworkName, openFrameworks } from "../frameworks.ts";
import { useControls } from "./use-library.ts";

/** Where an item under these controls counts: every framework with the requirement ids. Tagged once, it counts in each. */
export function CountsIn({ controls: chosen }: { controls: readonly string[] }) {
  const controls = (useControls().data ?? []).filter(({ id }) => chosen.includes(id));
  const served = openFrameworks
    .map(({ key }) => ({ key, ids: [...new Set(controls.flatMap((control) => control.requirements[key] ?? []))] }))
    .filter(({ ids }) => ids.length > 0);
  if (served.length === 0) return null;
  return (
    <div className="field" role="group" aria-label="Counts in">
      <span className="field-label">Counts in</span>
      <dl className="counts-in">
        {served.map(({ key, ids }) => (
          <Fragment key={key}>
            <dt>{frameworkName(key)}</dt>
            <dd>
              <RequirementTags ids={ids} limit={6} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}
