import { useState } from "react";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { client } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";
import { saveFile } from "#web/download.ts";
import { showError } from "#web/app-error.ts";
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
      showError(error, "Your data could not be downloaded");
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="stack gap-28">
      <div className="settings-item">
        <h3>Download your data</h3>
        <p>All personal data we hold about you, as one JSON document.</p>
        <Button size="small" busy={busy && "Preparing..."} onClick={() => void download()}>
          Download your data
        </Button>
      </div>
      <div className="settings-item">
        <h3>Delete your account</h3>
        <p>
          This deletes your account, sessions and keys. Evidence you added stays with your companies and their ledgers.
        </p>
        <Button size="small" kind="danger" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </div>
      {deleting && <DeleteAccountDialog email={account.email} onClose={() => setDeleting(false)} />}
    </div>
  );
}
