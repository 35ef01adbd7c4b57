import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { useWorkspace } from "../../company-context.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { eventsLine } from "./event-words.ts";
import { RollSecret } from "./roll-secret.tsx";
import { ShownOnce } from "./shown-once.tsx";
import type { Webhook } from "./types.ts";
import { useDemo } from "./use-demo.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";

/** Where the company's own programs are told what its ledger says. */
export function Webhooks() {
  const { company } = useWorkspace();
  const webhooks = useQuery(api.webhooks.list.queryOptions({ input: { companyId: company.id } }));
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const demo = useDemo();
  return (
    <div className="settings-item">
      <p>
        We send ledger events to your URL, signed per the{" "}
        <a className="link" href="https://www.standardwebhooks.com" rel="noreferrer" target="_blank">
          Standard Webhooks
        </a>{" "}
        specification, and retry until your receiver gets them. Events name what happened and carry no files.
      </p>
      {demo && (
        <p className="settings-note">In the demo nothing leaves this server. A sample receiver answers instead.</p>
      )}
      <Screen
        data={webhooks}
        loading={<SkeletonLines lines={3} />}
        empty={{ when: (all) => all.length === 0, show: <p>No webhooks yet.</p> }}
      >
        {(all) => (
          <ul className="settings-list" aria-label="Webhooks">
            {all.map((webhook) => (
              <WebhookLine key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )}
      </Screen>
      <Button size="small" onClick={() => setMaking(true)}>
        Create Webhook
      </Button>
      {making && <WebhookDialog onMade={setSecret} onClose={() => setMaking(false)} />}
      {secret !== null && (
        <ShownOnce title="Webhook secret" what="Secret" secret={secret} onClose={() => setSecret(null)}>
          <p className="quiet">Your receiver uses it to verify message signatures.</p>
        </ShownOnce>
      )}
    </div>
  );
}

function WebhookLine({ webhook }: { webhook: Webhook }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const [open, setOpen] = useState<"log" | "edit" | "secret" | "remove" | null>(null);
  const close = () => setOpen(null);
  const path = { companyId: company.id, webhookId: webhook.id };
  const host = new URL(webhook.url).host;
  const refresh = () => queries.invalidateQueries({ queryKey: api.webhooks.key() });
  const test = useMutation(
    api.webhooks.test.mutationOptions({
      onSuccess: async () => {
        toast.success("Test event sent");
        await refresh();
        setOpen("log");
      },
      onError: (error) => showError(error, "The test event could not be sent"),
    }),
  );
  const remove = useMutation(api.webhooks.remove.mutationOptions());
  return (
    <li>
      <div className="narrows">
        <b className="breaks strong">{webhook.url}</b>
        <p className="small quiet">{eventsLine(webhook.events)}</p>
        <p className="small faint">
          Created by {webhook.createdBy} on {longDate(webhook.createdAt)}
        </p>
        <State webhook={webhook} />
      </div>
      <div className="webhook-ways">
        <Button size="small" kind="quiet" aria-label={`Log of ${host}`} onClick={() => setOpen("log")}>
          Log
        </Button>
        {webhook.active && (
          <Button
            size="small"
            kind="quiet"
            aria-label={`Send test event to ${host}`}
            busy={test.isPending && "Sending..."}
            onClick={() => test.mutate(path)}
          >
            Send test event
          </Button>
        )}
        <Button size="small" kind="quiet" aria-label={`Edit ${host}`} onClick={() => setOpen("edit")}>
          Edit
        </Button>
        <Button size="small" kind="quiet" aria-label={`New secret for ${host}`} onClick={() => setOpen("secret")}>
          New secret
        </Button>
        <Button size="small" kind="quiet" aria-label={`Remove ${host}`} onClick={() => setOpen("remove")}>
          Remove
        </Button>
      </div>
      {open === "log" && <DeliveryLog webhook={webhook} onClose={close} />}
      {open === "edit" && <WebhookDialog webhook={webhook} onClose={close} />}
      {open === "secret" && <RollSecret webhook={webhook} onClose={close} />}
      {open === "remove" && (
        <RemoveDialog
          title="Remove Webhook"
          message={`We stop sending events to ${host} and delete its delivery log.`}
          failure="The webhook could not be removed"
          remove={() => remove.mutateAsync(path)}
          onRemoved={async () => {
            toast.success("Webhook removed");
            await refresh();
          }}
          onClose={close}
        />
      )}
    </li>
  );
}

function State({ webhook: { active, turnedOffAt, failingSince } }: { webhook: Webhook }) {
  if (turnedOffAt) return <Mark finding="failing">Turned off {longDate(turnedOffAt)}, after 5 days of failures</Mark>;
  if (!active) return <Mark finding="not applicable">Off</Mark>;
  if (failingSince) return <Mark finding="failing">Failing since {longDate(failingSince)}</Mark>;
  return null;
}
