import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Textarea } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { spokenNumber } from "../exhibit-numbers.ts";
import { useWorkspace } from "../company-context.tsx";
import type { AuditRequest } from "./audit.ts";

const answered = contract.audit.answer.input.pick({ text: true });

/** The company answers what an auditor asked for, with items that are on file. */
export function AnswerDialog({ request, onClose }: { request: AuditRequest; onClose: () => void }) {
  const { company } = useWorkspace();
  const answer = useMutation(api.audit.answer.mutationOptions());
  const queries = useQueryClient();
  const [items, setItems] = useState<readonly string[]>([]);
  const input = { companyId: company.id, limit: 50, ...(request.control && { control: request.control }) };
  const { data: library } = useQuery(api.evidence.list.queryOptions({ input }));
  // What is privileged is not shown to auditors, and cannot be pointed to.
  const offered = (library?.items ?? []).filter(({ matterId }) => matterId === null);
  const { attributes, errors, busy } = useSchemaForm(answered, async ({ text }, refuse) => {
    try {
      await answer.mutateAsync({ companyId: company.id, requestId: request.id, text, items: [...items] });
      onClose();
    } catch (error) {
      refuse(error, "The answer could not be sent");
    }
    await queries.invalidateQueries({ queryKey: api.audit.key() });
  });
  return (
    <FormDialog title="Answer" onClose={onClose} form={attributes} submit="Send Answer" busy={busy && "Sending..."}>
      <p className="quiet">{request.wanted}</p>
      <Field label="Answer" error={errors.text}>
        <Textarea name="text" rows={4} />
      </Field>
      {offered.length > 0 && (
        <CheckboxGroup label={request.control ? `Items on file for ${request.control}` : "Newest items on file"} well>
          {offered.map(({ id, exhibit, name }) => (
            <Checkbox
              key={id}
              label={`${spokenNumber(exhibit)} ${name}`}
              checked={items.includes(id)}
              onChange={({ target: { checked } }) =>
                setItems(checked ? [...items, id] : items.filter((item) => item !== id))
              }
            />
          ))}
        </CheckboxGroup>
      )}
    </FormDialog>
  );
}
