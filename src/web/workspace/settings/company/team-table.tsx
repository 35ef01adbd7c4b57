import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { roleName, roleSummary } from "#domain/role-words.ts";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Select } from "#web/design/input.tsx";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { useCan, useWorkspace } from "../../company-context.tsx";
import type { Company } from "../../company.ts";
import { EndRightsDialog } from "./end-rights-dialog.tsx";
import { givenRoles } from "./given-roles.ts";
import type { GivenRole } from "./given-roles.ts";
import { memberName } from "./member.ts";
import type { Member } from "./member.ts";
import { LeaveDialog } from "./leave-dialog.tsx";
import { useRefreshPeople } from "./use-refresh-people.ts";

/** Everybody in the company, the first one first. */
export function TeamTable({ company, team }: { company: Company; team: readonly Member[] }) {
  const { person } = useWorkspace();
  const [mayChangeRole, mayRemove] = [useCan("members.changeRole"), useCan("members.remove")];
  const mayLeave = useCan("members.leave");
  const [removing, setRemoving] = useState<Member | null>(null);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const [lowering, setLowering] = useState<{ member: Member; role: GivenRole } | null>(null);
  const refresh = useRefreshPeople(company.id);
  const own = ({ userId }: Member) => userId === person.id;

  const columns: Column<Member>[] = [
    {
      key: "name",
      head: "Name",
      phone: "title",
      cell: (member) => (
        <>
          <b className="strong">{memberName(member)}</b>
          {own(member) && <span className="settings-tag">You</span>}
        </>
      ),
    },
    { key: "email", head: "Email", phone: "line", cell: ({ email }) => email },
    {
      key: "role",
      head: "Role",
      phone: "left",
      cell: (member) =>
        mayChangeRole && member.role !== "owner" && !own(member) ? (
          <RoleSelect
            companyId={company.id}
            member={member}
            role={member.role}
            onLower={(role) => setLowering({ member, role })}
          />
        ) : (
          <span title={roleSummary(member.role)}>{roleName(member.role)}</span>
        ),
    },
    { key: "joined", head: "Joined", phone: "hidden", roomy: true, cell: ({ joinedAt }) => longDate(joinedAt) },
    ...(mayRemove
      ? [
          {
            key: "second-factor",
            head: "MFA",
            phone: "hidden" as const,
            cell: ({ hasSecondFactor }: Member) => (hasSecondFactor ? "Yes" : "No"),
          },
        ]
      : []),
    {
      key: "action",
      head: <span className="visually-hidden">Action</span>,
      align: "right",
      phone: "right",
      cell: (member) => {
        if (own(member))
          return mayLeave ? (
            <Button size="small" kind="quiet" onClick={() => setLeaving(member)}>
              Leave company
            </Button>
          ) : null;
        if (!mayRemove || member.role === "owner") return null;
        return (
          <Button
            size="small"
            kind="quiet"
            aria-label={`Remove ${memberName(member)}`}
            onClick={() => setRemoving(member)}
          >
            Remove
          </Button>
        );
      },
    },
  ];

  return (
    <div className="people">
      <Table
        label="Team Members"
        marginHead="No."
        margin={(member) => String(team.indexOf(member) + 1)}
        columns={columns}
        rowKey={({ id }) => id}
        sections={oneSection(team)}
      />
      {removing && (
        <EndRightsDialog
          company={company}
          member={removing}
          title={`Remove ${memberName(removing)}`}
          message={`They lose access to ${company.name} immediately. Evidence they added stays, and the ledger keeps their name. They need a new invitation to come back.`}
          action="Remove"
          busy="Removing..."
          failure="Failed to remove member"
          end={async (keep) => {
            await client.members.remove({ companyId: company.id, memberId: removing.id, keep });
            toast.success(`${memberName(removing)} has been removed`);
            await refresh();
          }}
          onClose={() => setRemoving(null)}
        />
      )}
      {lowering && (
        <EndRightsDialog
          company={company}
          member={lowering.member}
          title={`Change the role of ${memberName(lowering.member)}`}
          message={`${memberName(lowering.member)} will become ${roleName(lowering.role)} and can no longer manage ${company.name}.`}
          action={`Change to ${roleName(lowering.role)}`}
          busy="Changing..."
          failure="Failed to update role"
          end={async (keep) => {
            const { member, role } = lowering;
            await client.members.changeRole({ companyId: company.id, memberId: member.id, role, keep });
            toast.success("User role updated successfully");
            await refresh();
          }}
          onClose={() => setLowering(null)}
        />
      )}
      {leaving && <LeaveDialog company={company} member={leaving} onClose={() => setLeaving(null)} />}
    </div>
  );
}

/** A role that changes when another is chosen, and can be taken back. */
function RoleSelect({
  companyId,
  member,
  role,
  onLower,
}: {
  companyId: string;
  member: Member;
  role: GivenRole;
  /** A role was chosen that would end something that an admin issued. */
  onLower: (role: GivenRole) => void;
}) {
  const queries = useQueryClient();
  const select = useRef<HTMLSelectElement>(null);
  const key = api.members.list.queryKey({ input: { companyId } });
  const change = useMutation(
    api.members.changeRole.mutationOptions({
      onSuccess: (changed) =>
        queries.setQueryData(key, (before) => before?.map((item) => (item.id === changed.id ? changed : item))),
      onError: (error) => {
        showError(error, "Failed to update role");
        void queries.invalidateQueries({ queryKey: key });
      },
    }),
  );

  /** Whether a lower role would end something, so that it is asked about first. */
  async function endsSomething(next: GivenRole): Promise<boolean> {
    if (role !== "admin" || next === "admin") return false;
    try {
      return (await client.members.issued({ companyId, memberId: member.id })).length > 0;
    } catch {
      return true;
    }
  }

  async function choose(next: GivenRole, undone = false) {
    // Not closed while one change is under way: a closed field loses the focus of whoever uses the keyboard.
    if (change.isPending) return;
    // The slip with Undo in it, which was pressed, goes away. Once the answer is there, whoever pressed it may be elsewhere: a focus then
    // would move the page under their pointer.
    if (undone) select.current?.focus();
    if (await endsSomething(next)) {
      onLower(next);
      return;
    }
    try {
      await change.mutateAsync({ companyId, memberId: member.id, role: next });
    } catch {
      // Told by the mutation itself.
      return;
    }
    toast.success("User role updated successfully", {
      description: (
        <>
          The role of {memberName(member)} is {roleName(next)} {undone ? "again." : "now. "}
          {!undone && (
            <button type="button" className="link" onClick={() => void choose(role, true)}>
              Undo
            </button>
          )}
        </>
      ),
    });
  }

  return (
    <Select
      aria-label={`Role of ${memberName(member)}`}
      ref={select}
      value={change.isPending ? change.variables.role : role}
      onChange={(event) => void choose(event.target.value as GivenRole)}
    >
      {givenRoles.map((role) => (
        <option key={role} value={role}>
          {roleName(role)}
        </option>
      ))}
    </Select>
  );
}
