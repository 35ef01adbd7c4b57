import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { showError } from "#web/app-error.ts";
import { useCan } from "../../company-context.tsx";
import type { Company } from "../../company.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { PendingInvitations } from "./pending-invitations.tsx";
import { TeamTable } from "./team-table.tsx";
import { seatsLeft } from "./usage-words.ts";

/** The company's people, and who is about to be one of them. */
export function Team({ company }: { company: Company }) {
  const mayInvite = useCan("members.invite");
  // In the address, so that other pages can lead to it.
  const [search, setSearch] = useSearchParams();
  const inviting = mayInvite && search.has("invite");
  const setInviting = (now: boolean) => setSearch(now ? { invite: "1" } : {}, { replace: !now });
  const input = { companyId: company.id };
  const members = useQuery(api.members.list.queryOptions({ input }));
  const { data: usage } = useQuery(api.companies.usage.queryOptions({ input }));
  useEffect(() => {
    if (members.error) showError(members.error, "Failed to load company data");
  }, [members.error]);
  return (
    <div className="stack gap-32">
      <div>
        <div className="people-head">
          <h3>Team Members</h3>
          {mayInvite && (
            <>
              {usage && <p className="small faint">{seatsLeft(usage.users)}</p>}
              <Button size="small" icon={UserPlus} onClick={() => setInviting(true)}>
                Invite Member
              </Button>
            </>
          )}
        </div>
        <Screen data={members} loading={<SkeletonRegister rows={3} columns={4} />} empty={null}>
          {(team) => <TeamTable company={company} team={team} />}
        </Screen>
      </div>
      {mayInvite && <PendingInvitations companyId={company.id} />}
      {inviting && <InviteDialog company={company} users={usage?.users} onClose={() => setInviting(false)} />}
    </div>
  );
}
