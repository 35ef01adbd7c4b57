import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { RecoveryCodesDialog } from "#web/access/recovery-codes-dialog.tsx";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
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
