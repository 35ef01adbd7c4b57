import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#web/api.ts";
import { Field } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import { PlanCell } from "./plan-cell.tsx";
import { usePlans } from "./use-plans.ts";

/** Who sees to a control, and until when; read by those who may not say it. */
export function Plan({ controlId }: { controlId: string }) {
  const plan = usePlans().get(controlId);
  const mayAssign = useCan("controls.assign");
  if (!mayAssign) return plan ? <PlanCell plan={plan} /> : <p className="quiet">No owner yet.</p>;
  const [owner, due] = [plan?.owner?.userId ?? "", plan?.dueOn ?? ""];
  return (
    <div id="plan" tabIndex={-1}>
      <PlanForm key={`${owner} ${due}`} controlId={controlId} owner={owner} due={due} />
    </div>
  );
}

function PlanForm({ controlId, owner, due }: { controlId: string; owner: string; due: string }) {
  const { company, person } = useWorkspace();
  const queries = useQueryClient();
  const members = useQuery(api.members.list.queryOptions({ input: { companyId: company.id } }));
  const [chosen, setChosen] = useState({ owner, due });
  const same = chosen.owner === owner && chosen.due === due;
  const assign = useMutation(
    api.controls.assign.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: api.controls.plans.key() });
        toast.success("Owner and due date saved");
        // The form is a new one with what was saved, and its button has nothing to save.
        document.getElementById("plan")?.focus({ preventScroll: true });
      },
      onError: (error) => showError(error, "The owner could not be saved"),
    }),
  );
  return (
    <form
      className="plan-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (same || assign.isPending) return;
        assign.mutate({
          companyId: company.id,
          controlId,
          ownerId: chosen.owner || null,
          dueOn: chosen.due || null,
        });
      }}
    >
      <Field label="Owner">
        <Select value={chosen.owner} onChange={(event) => setChosen({ ...chosen, owner: event.target.value })}>
          <option value="">No owner</option>
          {(members.data ?? []).map((member) => (
            <option key={member.userId} value={member.userId}>
              {`${member.firstName} ${member.lastName}`.trim() || member.email}
              {member.userId === person.id && " (you)"}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Due date" help="Due by the end of the day (UTC).">
        <Input type="date" value={chosen.due} onChange={(event) => setChosen({ ...chosen, due: event.target.value })} />
      </Field>
      <Button type="submit" size="small" disabled={same} busy={assign.isPending && "Saving..."}>
        Save
      </Button>
    </form>
  );
}
