import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { Mark } from "#web/design/mark.tsx";
import { useWorkspace } from "../company-context.tsx";
import { dueOf, dueWords, today } from "./due.ts";
import { usePlans } from "./use-plans.ts";

/** What the person who looks sees to, the most urgent first; nothing for whom there is nothing. */
export function Yours() {
  const { company, person } = useWorkspace();
  const mine = [...usePlans().values()].filter(({ owner }) => owner?.userId === person.id);
  const controls = useQuery({
    ...api.controls.list.queryOptions({ input: { companyId: company.id } }),
    enabled: mine.length > 0,
  });
  if (mine.length === 0 || !controls.data) return null;
  const on = today();
  // What has no date comes last.
  const inOrder = mine.toSorted((a, b) => (a.dueOn ?? "9999").localeCompare(b.dueOn ?? "9999"));
  return (
    <section className="yours" aria-label="Yours">
      <h2>Yours</h2>
      <ul className="lines">
        {inOrder.map(({ controlId, dueOn }) => {
          const control = controls.data.find(({ id }) => id === controlId);
          if (!control) return null;
          return (
            <li key={controlId}>
              <Link className="link" to={`/dashboard/controls/${controlId}`}>
                {control.title}
              </Link>
              <span data-due={dueOf(dueOn, on)}>{dueOn ? dueWords(dueOn, on) : "No due date"}</span>
              <Mark finding={control.status} size="small" />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
