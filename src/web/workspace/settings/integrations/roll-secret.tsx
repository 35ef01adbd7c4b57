import { useMutation } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { showError } from "#web/app-error.ts";
import { useWorkspace } from "../../company-context.tsx";
import { ShownOnce } from "./shown-once.tsx";
import type { Webhook } from "./types.ts";

/** A new secret for a webhook, in time for the receiver to learn it. */
export function RollSecret({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { company } = useWorkspace();
  const roll = useMutation(
    api.webhooks.rollSecret.mutationOptions({
      onError: (error) => showError(error, "The secret could not be changed"),
    }),
  );
  if (roll.data) {
    return (
      <ShownOnce title="The webhook's new secret" what="Secret" secret={roll.data.secret} onClose={onClose}>
        <p className="quiet">For 24 hours we sign messages with both secrets. Update your receiver before then.</p>
      </ShownOnce>
    );
  }
  return (
    <Dialog title="New secret" onClose={onClose}>
      <DialogBody>
        <p className="quiet">
          The webhook gets a new secret now. For 24 hours we sign messages with both secrets, so you miss nothing.
        </p>
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          busy={roll.isPending && "Creating..."}
          onClick={() => roll.mutate({ companyId: company.id, webhookId: webhook.id })}
        >
          Create new secret
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
