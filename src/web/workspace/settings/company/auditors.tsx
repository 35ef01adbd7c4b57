import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { showError } from "#web/app-error.ts";
import type { Company } from "../../company.ts";
import { AuditorDialog } from "./auditor-dialog.tsx";
import { AuditorViews } from "./auditor-views.tsx";

export type Auditor = z.output<typeof contract.auditors.list.output>[number];

type Open = { readonly what: "invite" } | { readonly what: "change" | "views"; readonly auditor: Auditor };

/** Who reads the company's evidence from outside: which projects, until when, and what they looked at. */
export function Auditors({ company }: { company: Company }) {
  const [open, setOpen] = useState<Open>();
  const auditors = useQuery(api.auditors.list.queryOptions({ input: { companyId: company.id } }));
  const close = () => setOpen(undefined);
  return (
    <div className="stack">
      <div className="people-head">
        <p className="small faint">
          Auditors get read-only access to the projects you choose until the date you set. Privileged items stay hidden
          and every view is recorded. Auditors don't use a seat of your plan. Find their requests and comments under{" "}
          <Link className="link" to="/dashboard/audit">
            Audit
          </Link>
          .
        </p>
        <Button size="small" icon={UserPlus} onClick={() => setOpen({ what: "invite" })}>
          Invite Auditor
        </Button>
      </div>
      <Screen
        data={auditors}
        loading={<SkeletonRegister rows={2} columns={4} />}
        empty={{ when: (all) => all.length === 0, show: <p className="quiet">No auditors yet.</p> }}
      >
        {(all) => <AuditorRegister company={company} auditors={all} onOpen={setOpen} />}
      </Screen>
      {open?.what === "invite" && <AuditorDialog companyId={company.id} onClose={close} />}
      {open?.what === "change" && <AuditorDialog companyId={company.id} auditor={open.auditor} onClose={close} />}
      {open?.what === "views" && <AuditorViews companyId={company.id} auditor={open.auditor} onClose={close} />}
    </div>
  );
}

interface AuditorRegisterProps {
  company: Company;
  auditors: readonly Auditor[];
  onOpen: (open: Open) => void;
}

function AuditorRegister({ company, auditors, onOpen }: AuditorRegisterProps) {
  const queries = useQueryClient();
  const end = useMutation(
    api.auditors.end.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: api.auditors.key() });
        // The button that was pressed is gone.
        document.getElementById("auditors-list")?.focus();
      },
      onError: (error) => showError(error, "Access could not be ended"),
    }),
  );
  const columns: readonly Column<Auditor>[] = [
    {
      key: "name",
      head: "Auditor",
      phone: "title",
      cell: ({ name, email }) => (
        <span title={email}>
          <b className="strong">{name}</b>
        </span>
      ),
    },
    {
      key: "projects",
      head: "Projects",
      phone: "line",
      cell: ({ projects }) => projects.map(({ name }) => name).join(", "),
    },
    {
      key: "until",
      head: "Until",
      phone: "left",
      cell: ({ live, endsAt, endedAt }) =>
        live ? longDate(endsAt) : <span className="faint">Ended {longDate(endedAt ?? endsAt)}</span>,
    },
    {
      key: "actions",
      head: <span className="visually-hidden">Actions</span>,
      align: "right",
      phone: "actions",
      cell: (auditor) => (
        <span className="people-actions">
          <Button
            size="small"
            kind="quiet"
            aria-label={`Views of ${auditor.name}`}
            onClick={() => onOpen({ what: "views", auditor })}
          >
            Views
          </Button>
          <Button
            size="small"
            kind="quiet"
            aria-label={`${auditor.live ? "Change" : "Extend"} ${auditor.name}`}
            onClick={() => onOpen({ what: "change", auditor })}
          >
            {auditor.live ? "Change" : "Extend"}
          </Button>
          {auditor.live && (
            <Button
              size="small"
              kind="quiet"
              aria-label={`End the access of ${auditor.name}`}
              disabled={end.isPending}
              onClick={() => end.mutate({ companyId: company.id, auditorId: auditor.id })}
            >
              End
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <div id="auditors-list" tabIndex={-1} className="people">
      <Table
        label="Auditors"
        marginHead="No."
        margin={(auditor) => String(auditors.indexOf(auditor) + 1)}
        columns={columns}
        rowKey={({ id }) => id}
        sections={oneSection(auditors)}
      />
    </div>
  );
}
