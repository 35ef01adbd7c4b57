import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useRef } from "react";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { roleName } from "#domain/role-words.ts";
import { api } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { Button } from "#web/design/button.tsx";
import { dayOfRecord } from "#web/design/dates.ts";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { showInviteLink } from "./invite-link.tsx";
import { timeLeft } from "./time-left.ts";
import { useRefreshPeople } from "./use-refresh-people.ts";

type Invitation = z.output<typeof contract.invitations.list.output>[number];

/** Invitations that nobody has answered, and what can be done about each. */
export function PendingInvitations({ companyId }: { companyId: string }) {
  const invitations = useQuery(api.invitations.list.queryOptions({ input: { companyId } }));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div>
      <div className="people-head">
        <h3 ref={heading} tabIndex={-1}>
          Pending Invitations
        </h3>
      </div>
      <Screen
        data={invitations}
        loading={<SkeletonRegister rows={2} columns={4} />}
        empty={{
          when: (all) => all.length === 0,
          show: <p className="quiet">No pending invitations.</p>,
        }}
      >
        {(all) => (
          <InvitationRegister companyId={companyId} invitations={all} onCancelled={() => heading.current?.focus()} />
        )}
      </Screen>
    </div>
  );
}

interface InvitationRegisterProps {
  companyId: string;
  invitations: readonly Invitation[];
  /** The row that was pressed in is gone by then, and the focus with it. */
  onCancelled: () => void;
}

function InvitationRegister({ companyId, invitations, onCancelled }: InvitationRegisterProps) {
  const refresh = useRefreshPeople(companyId);
  const queries = useQueryClient();
  const renew = useMutation(
    api.invitations.renew.mutationOptions({
      onSuccess: async ({ invitation: { email }, link }, { mail }) => {
        if (mail) toast.success(`Invitation sent to ${email} again`);
        else showInviteLink(`Invite link for ${email}`, link);
        await refresh();
      },
      onError: (error) => showError(error, "Failed to send invitation"),
    }),
  );
  const cancel = useMutation(
    api.invitations.cancel.mutationOptions({
      onSuccess: () => {
        toast.success("Invitation canceled");
        onCancelled();
      },
      onError: (error) => showError(error, "Failed to cancel invitation"),
      onSettled: refresh,
    }),
  );
  const pending = renew.isPending || cancel.isPending;
  // A double press comes before the page is drawn again, so the render's `isPending` cannot stop its second half.
  const underWay = () => queries.isMutating({ mutationKey: api.invitations.key() }) > 0;
  const resending = (id: string) => renew.isPending && renew.variables.mail && renew.variables.invitationId === id;

  const columns: Column<Invitation>[] = [
    { key: "email", head: "Email", phone: "title", cell: ({ email }) => <b className="strong">{email}</b> },
    { key: "role", head: "Role", phone: "left", cell: ({ role }) => roleName(role) },
    { key: "by", head: "Invited by", written: true, phone: "hidden", roomy: true, cell: ({ invitedBy }) => invitedBy },
    {
      key: "expires",
      head: "Expires",
      phone: "right",
      cell: ({ expired, expiresAt }) =>
        expired ? (
          <span className="people-expired">Expired {dayOfRecord(expiresAt)}</span>
        ) : (
          timeLeft(expiresAt, timeNow())
        ),
    },
    {
      key: "actions",
      head: <span className="visually-hidden">Actions</span>,
      align: "right",
      phone: "actions",
      cell: ({ id: invitationId, email }) => (
        <span className="people-actions">
          <Button
            size="small"
            kind="quiet"
            icon={Copy}
            aria-label={`Copy invite link for ${email}`}
            disabled={pending}
            onClick={() => underWay() || renew.mutate({ companyId, invitationId, mail: false })}
          >
            Copy
          </Button>
          <Button
            size="small"
            kind="quiet"
            aria-label={`Resend invitation to ${email}`}
            busy={resending(invitationId) && "Sending..."}
            disabled={pending}
            onClick={() => underWay() || renew.mutate({ companyId, invitationId, mail: true })}
          >
            Resend
          </Button>
          <Button
            size="small"
            kind="quiet"
            aria-label={`Cancel invitation for ${email}`}
            disabled={pending}
            onClick={() => underWay() || cancel.mutate({ companyId, invitationId })}
          >
            Cancel
          </Button>
        </span>
      ),
    },
  ];

  return (
    <div className="people">
      <Table
        label="Pending Invitations"
        marginHead="No."
        margin={(item) => String(invitations.indexOf(item) + 1)}
        columns={columns}
        rowKey={({ id }) => id}
        sections={oneSection(invitations)}
      />
    </div>
  );
}
