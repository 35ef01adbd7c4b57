import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ledgerEvents } from "#domain/events/index.ts";
import { api, client } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { Checkbox, CheckboxGroup, Radio, RadioGroup, Switch } from "#web/design/choice.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../../company-context.tsx";
import type { Webhook } from "./types.ts";

// The form also holds the choice between all events and some, which is no field of the request.
const addressed = contract.webhooks.create.input.pick({ url: true }).strip();
const groups = [...Map.groupBy(ledgerEvents, ({ group }) => group)];

interface WebhookDialogProps {
  /** The one to be changed; without it a new one is made. */
  webhook?: Webhook;
  onMade?: (secret: string) => void;
  onClose: () => void;
}

/** Where a webhook sends to and what it is told. */
export function WebhookDialog({ webhook, onMade, onClose }: WebhookDialogProps) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const [all, setAll] = useState(webhook === undefined || webhook.events[0] === "*");
  const [some, setSome] = useState<readonly string[]>(webhook?.events.filter((event) => event !== "*") ?? []);
  const [active, setActive] = useState(webhook?.active ?? true);
  const [tried, setTried] = useState(false);
  const nothing = !all && some.length === 0;

  const { attributes, errors, busy } = useSchemaForm(
    addressed,
    async ({ url }, refuse) => {
      setTried(true);
      if (nothing) return;
      const facts = { companyId: company.id, url, events: all ? ["*"] : [...some] };
      try {
        if (webhook) {
          await client.webhooks.change({ ...facts, webhookId: webhook.id, active });
          toast.success("Webhook saved");
        } else onMade?.((await client.webhooks.create(facts)).secret);
        onClose();
        await queries.invalidateQueries({ queryKey: api.webhooks.key() });
      } catch (error) {
        refuse(error, "The webhook could not be saved", { "webhook-address": "url" });
      }
    },
    { onWrong: () => setTried(true) },
  );

  return (
    <FormDialog
      title={webhook ? "Edit Webhook" : "Create Webhook"}
      onClose={onClose}
      width="wide"
      form={attributes}
      submit={webhook ? "Save" : "Create Webhook"}
      busy={busy && "Saving..."}
      held
    >
      <Field label="URL" help="A public HTTPS URL." error={errors.url}>
        <Input
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://example.com/exhibit"
          defaultValue={webhook?.url}
        />
      </Field>
      <RadioGroup name="which" label="Events" error={tried && nothing ? "Choose at least one event" : undefined}>
        <Radio label="All events, including future ones" checked={all} onChange={() => setAll(true)} />
        <Radio label="Selected events" checked={!all} onChange={() => setAll(false)} />
      </RadioGroup>
      {!all && (
        <div className="event-groups">
          {groups.map(([group, events]) => (
            <CheckboxGroup key={group} label={group}>
              {events.map(({ event, label }) => (
                <Checkbox
                  key={event}
                  label={label}
                  checked={some.includes(event)}
                  onChange={(change) =>
                    setSome(change.target.checked ? [...some, event] : some.filter((item) => item !== event))
                  }
                />
              ))}
            </CheckboxGroup>
          ))}
        </div>
      )}
      {webhook && (
        <Switch
          label="On"
          note="Events are not stored while the webhook is off."
          checked={active}
          onChange={(event) => setActive(event.target.checked)}
        />
      )}
    </FormDialog>
  );
}
