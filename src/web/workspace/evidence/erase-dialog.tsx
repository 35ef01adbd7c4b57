import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, client } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Textarea } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { forgetUndo } from "./use-mending.ts";
import { useWorkspace } from "../company-context.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import type { EvidenceItem } from "./evidence.ts";

const confirmed = contract.evidence.erase.input.pick({ exhibit: true, reason: true });

/** Erases the file of a withdrawn item once its number was typed and a reason given: nothing brings it back. */
export function EraseDialog({ item, onClose }: { item: EvidenceItem; onClose: () => void }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const same = useQuery(api.evidence.same.queryOptions({ input: { companyId: company.id, sha256: item.sha256 } }));
  const { attributes, errors, busy } = useSchemaForm(confirmed, async ({ exhibit, reason }, refuse) => {
    try {
      await client.evidence.erase({ companyId: company.id, evidenceId: item.id, exhibit, reason });
      await queries.invalidateQueries();
      onClose();
      forgetUndo(item.id);
      toast.success(`File of ${spokenNumber(item.exhibit)} erased for good`, {
        description: "Number, hash and chain of custody stay. This cannot be undone.",
      });
    } catch (error) {
      refuse(error, "The file could not be erased", { "exhibit-differs": "exhibit" });
    }
  });
  // As the page says it, or in full, as bundles and the API do.
  const isTyped = [item.exhibit, spokenNumber(item.exhibit)].includes(typed.trim().toUpperCase());
  const others = same.data?.map(({ exhibit }) => spokenNumber(exhibit)) ?? [];
  return (
    <FormDialog
      title={`Erase the file of ${spokenNumber(item.exhibit)}`}
      onClose={onClose}
      form={attributes}
      submit="Erase the file"
      busy={busy && "Erasing..."}
      danger
      held
      disabled={!isTyped}
    >
      <p>
        <b className="strong">Goes for good:</b> the file, its key, its name and file name, earlier names, and what was
        read from it. Nobody can undo this, including us.
      </p>
      <p>
        <b className="strong">Stays:</b> number, SHA-256, size, source, dates, people, controls, reasons, the chain of
        custody and the ledger.
      </p>
      {others.length > 0 && (
        <p>
          The same file is also on record as {others.join(", ")}, and stays there. Withdraw and erase it separately.
        </p>
      )}
      <p className="quiet">
        Copies that left Exhibit stay where they are: bundles, downloads, emails, and backups until they are deleted.
      </p>
      <Field label="Reason" error={errors.reason} help="The ledger and every bundle name it.">
        <Textarea name="reason" rows={3} />
      </Field>
      <Field label={`To confirm, type ${spokenNumber(item.exhibit)}`} error={errors.exhibit}>
        <Input autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
        <input type="hidden" name="exhibit" value={isTyped ? item.exhibit : typed} />
      </Field>
    </FormDialog>
  );
}
