import { useQuery } from "@tanstack/react-query";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { dayOfRecord } from "#web/design/dates.ts";
import { toast } from "#web/design/toast-list.ts";
import { roles } from "./users.ts";
import { useUsersChange } from "./use-users-change.ts";

/** Who was invited to sign up and has not done so; nothing is shown when there is nobody. */
export function PendingInvitations() {
  const { data: list = [], dataUpdatedAt: now } = useQuery(api.users.invitations.queryOptions({ input: {} }));
  const change = useUsersChange();
  if (list.length === 0) return null;

  async function resend(invitationId: string, email: string) {
    if (await change(() => client.users.resendInvitation({ invitationId }), "Failed to send invitation"))
      toast.success(`Invitation sent to ${email}`);
  }
  async function cancel(invitationId: string, email: string) {
    if (await change(() => client.users.cancelInvitation({ invitationId }), "Failed to cancel invitation"))
      toast.success(`Invitation for ${email} canceled`);
  }

  return (
    <section className="admin-section" aria-labelledby="pending-sign-ups">
      <h2 className="title-card" id="pending-sign-ups">
        Invited to sign up
      </h2>
      <ul className="settings-list" aria-label="Pending invitations">
        {list.map(({ id, email, role, expiresAt }) => (
          <li key={id}>
            <div className="narrows">
              <b className="wraps strong">{email}</b>
              <p className="small faint">
                {roles.find(({ key }) => key === role)?.label}, {Date.parse(expiresAt) < now ? "expired" : "expires"}{" "}
                {dayOfRecord(expiresAt)}
              </p>
            </div>
            <div className="row gap-4">
              <Button
                size="small"
                kind="quiet"
                aria-label={`Resend invitation to ${email}`}
                onClick={() => void resend(id, email)}
              >
                Resend
              </Button>
              <Button
                size="small"
                kind="quiet"
                aria-label={`Cancel invitation for ${email}`}
                onClick={() => void cancel(id, email)}
              >
                Cancel
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
