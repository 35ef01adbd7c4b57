import { can } from "#domain/access.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import type { Company } from "../company.ts";
import { useKeepCompany } from "../use-keep-company.ts";

/** Says on every page that the company is going to be erased, and when; its owner can still keep it. */
export function DeletionBanner({ company, dueAt }: { company: Company; dueAt: string }) {
  const { keep, busy } = useKeepCompany(company.id);
  return (
    <aside className="demo-banner" aria-label="Deletion">
      <p>
        <b>{company.name} will be deleted</b> on <time dateTime={dueAt}>{longDate(dueAt)}</time>, with its keys and all
        evidence.{!can(company.role, "company.delete") && " Its owner can still cancel."}
      </p>
      {can(company.role, "company.delete") && (
        <Button size="small" busy={busy && "Canceling..."} onClick={keep}>
          Cancel deletion
        </Button>
      )}
    </aside>
  );
}
