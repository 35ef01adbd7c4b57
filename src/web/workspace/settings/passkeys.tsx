import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { api, client } from "#web/api.ts";
import type { contract } from "#contract/index.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { toast } from "#web/design/toast-list.ts";
import { PasskeyDialog } from "./passkey-dialog.tsx";
import { RecoveryCodesDialog } from "#web/access/recovery-codes-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

export type Passkey = z.output<typeof contract.passkeys.list.output>[number];

/** The keys that devices keep: each signs in by itself, and counts as both factors. */
export function Passkeys() {
  const queries = useQueryClient();
  const passkeys = useQuery(api.passkeys.list.queryOptions({ input: {} }));
  const [adding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const known = "PublicKeyCredential" in globalThis;

  async function added(recoveryCodes: readonly string[]) {
    setCodes(recoveryCodes);
    await Promise.all(
      [api.passkeys.key(), api.ownAccount.key(), api.session.current.key()].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  }

  return (
    <div className="settings-item">
      <h3>Passkeys</h3>
      <p>
        Sign in without a password, using your fingerprint, face or PIN. The passkey stays on your device or in your
        password manager.
      </p>
      <Screen
        data={passkeys}
        loading={<SkeletonLines lines={2} />}
        empty={{ when: (all) => all.length === 0, show: <p className="faint">No passkeys yet.</p> }}
      >
        {(all) => (
          <ul className="settings-list" aria-label="Passkeys">
            {all.map((passkey) => (
              <PasskeyLine key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        )}
      </Screen>
      {known ? (
        <Button size="small" onClick={() => setAdding(true)}>
          Add passkey
        </Button>
      ) : (
        <p className="faint">This browser does not support passkeys here.</p>
      )}
      {adding && <PasskeyDialog onAdded={added} onClose={() => setAdding(false)} />}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </div>
  );
}

function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const [asking, setAsking] = useState<"rename" | "remove" | null>(null);
  const { id: passkeyId, name, createdAt, lastUsedAt, backedUp } = passkey;
  const used = lastUsedAt ? `last used ${longDate(lastUsedAt)}` : "not used yet";
  const close = () => setAsking(null);
  return (
    <li>
      <div className="narrows">
        <b className="wraps strong">{name}</b>
        <p className="small faint">
          Added {longDate(createdAt)}, {used}
          {backedUp ? ", synced across devices" : ""}
        </p>
      </div>
      <div className="row gap-4">
        <Button size="small" kind="quiet" aria-label={`Rename ${name}`} onClick={() => setAsking("rename")}>
          Rename
        </Button>
        <Button size="small" kind="quiet" aria-label={`Remove ${name}`} onClick={() => setAsking("remove")}>
          Remove
        </Button>
      </div>
      {asking === "rename" && <PasskeyDialog passkey={passkey} onClose={close} />}
      {asking === "remove" && (
        <RemoveDialog
          title="Remove passkey"
          message={`You can no longer sign in with ${name}. Delete it on your device too, so your browser stops offering it.`}
          failure="The passkey could not be removed"
          remove={() => confirmed(() => client.passkeys.remove({ passkeyId }))}
          onRemoved={async () => {
            toast.success("Passkey removed");
            await queries.invalidateQueries({ queryKey: api.passkeys.key() });
            await queries.invalidateQueries({ queryKey: api.ownAccount.key() });
          }}
          onClose={close}
        />
      )}
    </li>
  );
}
