import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { exactTime } from "#web/design/dates.ts";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Mark } from "#web/design/mark.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { useWorkspace } from "../../company-context.tsx";
import { eventLabel } from "./event-words.ts";
import { nextLookMs } from "./next-look.ts";
import type { Delivery, Webhook } from "./types.ts";

/** What was sent to a webhook in the last 30 days and what came back. It follows what is still on its way. */
export function DeliveryLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { company } = useWorkspace();
  const path = { companyId: company.id, webhookId: webhook.id };
  const deliveries = useQuery(
    api.webhooks.deliveries.queryOptions({
      input: path,
      refetchInterval: ({ state }) => nextLookMs(state.data ?? [], state.dataUpdatedAt),
    }),
  );
  return (
    <Dialog title="Delivery log" width="wide" onClose={onClose}>
      <DialogBody>
        <p className="breaks quiet">{webhook.url}</p>
        <Screen
          data={deliveries}
          loading={<SkeletonLines lines={4} />}
          empty={{
            when: (all) => all.length === 0,
            show: <p className="faint">No deliveries in the last 30 days.</p>,
          }}
        >
          {(all) => (
            <ul className="settings-list" aria-label="Deliveries">
              {all.map((delivery) => (
                <DeliveryLine key={delivery.id} delivery={delivery} of={path} mayRepeat={webhook.active} />
              ))}
            </ul>
          )}
        </Screen>
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => void deliveries.refetch()}>Refresh</Button>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

interface DeliveryLineProps {
  delivery: Delivery;
  of: { companyId: string; webhookId: string };
  mayRepeat: boolean;
}

function DeliveryLine({ delivery, of, mayRepeat }: DeliveryLineProps) {
  const queries = useQueryClient();
  const { id: deliveryId, event, createdAt, ledgerIndex, attempts, durationMs, answer, problem } = delivery;
  const again = useMutation(
    api.webhooks.sendAgain.mutationOptions({
      onSuccess: async () => {
        toast.success("Sending again");
        await queries.invalidateQueries({ queryKey: api.webhooks.deliveries.key() });
      },
      onError: (error) => showError(error, "It could not be sent again"),
    }),
  );
  const label = eventLabel(event);
  return (
    <li>
      <div className="narrows">
        <b className="strong">{label}</b> <Outcome delivery={delivery} />
        <p className="small faint">
          {exactTime(createdAt)}
          {ledgerIndex === null ? "" : `, entry ${ledgerIndex}`}
          {attempts > 0 && `, ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}`}
          {durationMs === null ? "" : `, ${durationMs} ms`}
        </p>
        {problem && <p className="small quiet">{problem}</p>}
        {delivery.nextTryAt && attempts > 0 && (
          <p className="small quiet">Next attempt {exactTime(delivery.nextTryAt)}.</p>
        )}
        {answer && (
          <details className="delivery-answer">
            <summary>Response from the receiver</summary>
            <pre>{answer}</pre>
          </details>
        )}
      </div>
      {mayRepeat && delivery.state !== "waiting" && (
        <Button
          size="small"
          kind="quiet"
          aria-label={`Send again: ${label}, ${exactTime(createdAt)}`}
          busy={again.isPending && "Sending..."}
          onClick={() => again.mutate({ ...of, deliveryId })}
        >
          Send again
        </Button>
      )}
    </li>
  );
}

function Outcome({ delivery: { state, status } }: { delivery: Delivery }) {
  const code = status === null ? "" : ` ${status}`;
  if (state === "delivered")
    return (
      <Mark finding="passing" size="small">
        Delivered{code}
      </Mark>
    );
  if (state === "failed")
    return (
      <Mark finding="failing" size="small">
        Failed{code}
      </Mark>
    );
  return (
    <Mark finding="unknown" size="small">
      {status === null ? "Sending" : `Waiting${code}`}
    </Mark>
  );
}
