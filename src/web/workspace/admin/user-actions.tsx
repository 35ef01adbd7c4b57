import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Icon } from "#web/design/icon.tsx";
import { Menu, MenuItem } from "#web/design/menu.tsx";
import { toast } from "#web/design/toast-list.ts";
import { nameOf } from "./users.ts";
import type { User } from "./users.ts";
import { useUsersChange } from "./use-users-change.ts";

/** What can be done to an account. Disabling asks first, and can be taken back from its toast. */
export function UserActions({ user }: { user: User }) {
  const change = useUsersChange();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const name = nameOf(user);
  const path = { userId: user.id };

  async function enable() {
    if (await change(() => client.users.enable(path), "The account could not be enabled"))
      toast.success(`${name} can sign in again`);
  }
  async function disable() {
    setBusy(true);
    const done = await change(() => client.users.disable(path), "The account could not be disabled");
    setBusy(false);
    setAsking(false);
    if (!done) return;
    toast.success(`${name} disabled`, {
      lasts: 10_000,
      action: { label: "Undo", onPress: () => void enable() },
    });
  }
  async function endSessions() {
    if (await change(() => client.users.endSessions(path), "The sessions could not be ended"))
      toast.success(`${name} signed out everywhere`);
  }

  return (
    <>
      <Menu label={`Actions for ${name}`} trigger={<Icon of={Ellipsis} />} triggerClass="button row-menu" align="right">
        <MenuItem onSelect={() => void endSessions()}>
          <span>End sessions</span>
        </MenuItem>
        {user.disabledAt ? (
          <MenuItem onSelect={() => void enable()}>
            <span>Enable</span>
          </MenuItem>
        ) : (
          <MenuItem onSelect={() => setAsking(true)}>
            <span>Disable</span>
          </MenuItem>
        )}
      </Menu>
      {asking && (
        <Dialog title={`Disable ${name}`} onClose={() => setAsking(false)}>
          <DialogBody>
            <p className="quiet">
              {user.email} is signed out immediately and cannot sign in until you enable the account. Their invitations,
              API tokens, pipelines and webhooks end. Connections pause until another admin confirms them. Evidence they
              added stays.
            </p>
          </DialogBody>
          <DialogFoot>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button kind="danger" busy={busy && "Disabling..."} onClick={() => void disable()}>
              Disable
            </Button>
          </DialogFoot>
        </Dialog>
      )}
    </>
  );
}
