import type { Accounts } from "../auth/accounts/accounts.ts";
import type { Passkeys } from "../auth/passkeys.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { Databases } from "../db/connections.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Outbox } from "../mail/outbox.ts";
import { acceptInvitation } from "./accept.ts";
import { cancelInvitation } from "./cancel.ts";
import { declineInvitation } from "./decline.ts";
import { listInvitations } from "./invitation-list.ts";
import { inviteMember } from "./invite.ts";
import { joinCompany } from "./join.ts";
import { joinWithPasskey } from "./join-with-passkey.ts";
import { lookUpInvitation } from "./look-up.ts";
import { ownInvitations } from "./own-invitations.ts";
import { renewInvitation } from "./renew.ts";

interface Deps {
  readonly databases: Databases;
  readonly sessions: Sessions;
  readonly accounts: Pick<Accounts, "create">;
  readonly passkeys: Pick<Passkeys, "beginJoining" | "finishJoining">;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

export function invitationHandlers(deps: Deps): HandlersOf<"invitations"> {
  return {
    list: ({ tx }) => listInvitations(tx, deps.now()),
    create: inviteMember(deps),
    renew: renewInvitation(deps),
    cancel: cancelInvitation,
    preview: lookUpInvitation(deps),
    join: joinCompany(deps),
    ...joinWithPasskey(deps),
    mine: ownInvitations(deps),
    accept: acceptInvitation(deps),
    decline: declineInvitation(deps),
  };
}
