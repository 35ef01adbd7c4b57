import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { roleName } from "#domain/role-words.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { dayOfRecord } from "#web/design/dates.ts";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import type { Company } from "./company.ts";

type OwnInvitation = z.output<typeof contract.invitations.mine.output>[number];

/** Open invitations to the person's own address; none while nobody knows. */
export function useOwnInvitations(): readonly OwnInvitation[] {
  const { data = [] } = useQuery(api.invitations.mine.queryOptions({ input: {} }));
  return data;
}

interface OwnInvitationsProps {
  invitations: readonly OwnInvitation[];
  /** Called with the company that was joined, once it is among the person's companies. */
  onJoined?: (company: Company) => void;
}

/** The companies that wait for the person, each with its answer. */
export function OwnInvitations({ invitations, onJoined }: OwnInvitationsProps) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: api.invitations.mine.key() });
  const join = useMutation(
    api.invitations.accept.mutationOptions({
      onSuccess: async ({ outcome, companyId }) => {
        const list = api.companies.list.queryOptions({ input: {}, staleTime: 0 });
        const [companies] = await Promise.all([queries.fetchQuery(list), refresh()]);
        if (outcome === "joined") {
          const description = "You've successfully accepted the invitation!";
          toast.success("You have joined the company", { description });
        } else toast.info("You are already a member of this company");
        const joined = companies.find((company) => company.id === companyId);
        if (joined) onJoined?.(joined);
      },
      onError: (error) => {
        showError(error, "Failed to accept invitation");
        void refresh();
      },
    }),
  );
  const decline = useMutation(
    api.invitations.decline.mutationOptions({
      onSuccess: () => toast.info("Invitation declined"),
      onError: (error) => showError(error, "Failed to decline invitation"),
      onSettled: refresh,
    }),
  );
  const pending = join.isPending || decline.isPending;
  // A double press comes before the page is drawn again, so the render's `isPending` cannot stop its second half.
  const underWay = () => queries.isMutating({ mutationKey: api.invitations.key() }) > 0;
  const isOf = (item: { variables: unknown; isPending: boolean }, invitationId: string) =>
    item.isPending && (item.variables as { invitationId?: string }).invitationId === invitationId;
  return (
    <ul className="settings-list" aria-label="Your invitations">
      {invitations.map(({ id: invitationId, company, inviter, role, expiresAt }) => (
        <li key={invitationId}>
          <div className="narrows">
            <b className="strong">{company}</b>
            <p className="small faint">
              {inviter ? `${inviter} invited you as ` : "You are invited as "}
              {roleName(role)}, until {dayOfRecord(expiresAt)}
            </p>
          </div>
          <span className="row gap-8">
            <Button
              size="small"
              kind="quiet"
              aria-label={`Decline, ${company}`}
              busy={isOf(decline, invitationId) && "Declining..."}
              disabled={pending}
              onClick={() => underWay() || decline.mutate({ invitationId })}
            >
              Decline
            </Button>
            <Button
              size="small"
              aria-label={`Join ${company}`}
              busy={isOf(join, invitationId) && "Joining..."}
              disabled={pending}
              onClick={() => underWay() || join.mutate({ invitationId })}
            >
              Join
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
