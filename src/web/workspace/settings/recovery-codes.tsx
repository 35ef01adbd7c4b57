import { useQueryClient } from "@tanstack/react-query";
import { Copy, Download } from "lucide-react";
import { useState } from "react";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { toast } from "#web/design/toast-list.ts";
import { saveFile } from "#web/download.ts";
import { showError } from "#web/app-error.ts";
import type { Account } from "./profile-tab.tsx";
import { useHasSecondFactor } from "./use-has-second-factor.ts";

/** How many recovery codes are left, and ten new ones. */
export function RecoveryCodesLeft({ account }: { account: Account }) {
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const [busy, setBusy] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const left = account.recoveryCodesLeft;
  const has = useHasSecondFactor(account);

  async function renew() {
    setBusy(true);
    try {
      const { recoveryCodes } = await confirmed(() => client.secondFactor.renewRecoveryCodes({}));
      setCodes(recoveryCodes);
      await queries.invalidateQueries({ queryKey: api.ownAccount.get.key() });
    } catch (error) {
      showError(error, "The recovery codes could not be renewed");
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="settings-item">
      <h3>Recovery codes</h3>
      <p>
        {left === 0 && has === false
          ? "You get recovery codes with your first app or passkey. Use them if you lose it."
          : `${left} ${left === 1 ? "is" : "are"} left. Use one to sign in if you lose your app or passkey. Each works once.`}
      </p>
      {(left > 0 || has) && (
        <Button size="small" busy={busy && "Renewing..."} onClick={() => void renew()}>
          Renew recovery codes
        </Button>
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </div>
  );
}

/** The codes, shown once: the dialog closes only by saying that they are stored. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join("\n");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Copied");
    } catch {
      toast.error("Your browser blocked copying. Select the text and copy it.");
    }
  }
  return (
    <Dialog title="Your recovery codes">
      <DialogBody>
        <p className="quiet">
          You can only see these codes once. Store them with your passwords, not on the device you sign in with. Each
          works once.
        </p>
        <ol className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code} className="mono">
              {code}
            </li>
          ))}
        </ol>
        <div className="cluster">
          <Button size="small" icon={Copy} onClick={() => void copy()}>
            Copy
          </Button>
          <Button
            size="small"
            icon={Download}
            onClick={() => saveFile(new Blob([`${text}\n`], { type: "text/plain" }), "exhibit-recovery-codes.txt")}
          >
            Download
          </Button>
        </div>
      </DialogBody>
      <DialogFoot>
        <Button kind="primary" onClick={onClose}>
          I've stored them
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
