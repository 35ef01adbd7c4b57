import { useState } from "react";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { client } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";
import { saveFile } from "#web/download.ts";
import { tell } from "#web/refusal.ts";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";
import type { Account } from "./profile-tab.tsx";

/** What is kept about the person, to take along, and the end of it. */
export function OwnData({ account }: { account: Account }) {
  const confirmed = useConfirmed();
  const [busy, setBusy] = useState(false);
  const [deleting, setDeleting] = useState(false);

  async function download() {
    setBusy(true);
    try {
      const data = await confirmed(() => client.ownAccount.export({}));
      const file = new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: "application/json" });
      saveFile(file, `exhibit-account-${timeNow().toISOString().slice(0, 10)}.json`);
      toast.success("Your data has been downloaded");
    } catch (error) {
      tell(error, "Your data could not be downloaded");
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-7">
      <div className="settings-item">
        <h3>Take it along</h3>
        <p>Everything that is kept about you as a person, as one JSON document.</p>
        <Button size="small" busy={busy && "Preparing..."} onClick={() => void download()}>
          Download your data
        </Button>
      </div>
      <div className="settings-item">
        <h3>Leave</h3>
        <p>
          Your account, your sessions and your keys are deleted. What you filed stays in your companies' ledgers, where
          it is evidence.
        </p>
        <Button size="small" kind="danger" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </div>
      {deleting && <DeleteAccountDialog email={account.email} onClose={() => setDeleting(false)} />}
    </div>
  );
}
