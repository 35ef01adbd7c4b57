import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Switch } from "#web/design/choice.tsx";
import { useWorkspace } from "../company-context.tsx";

/** Whether people are mailed what they have to do. It turns at once, and back again where the server could not. */
export function StaffReminders() {
  const { company } = useWorkspace();
  const { queryKey, ...options } = api.staff.reminders.queryOptions({ input: { companyId: company.id } });
  const reminders = useQuery({ queryKey, ...options });
  const queries = useQueryClient();
  const turn = useMutation({
    mutationFn: (on: boolean) => client.staff.remind({ companyId: company.id, on }),
    onMutate: async (on) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (before) => before && { ...before, on });
    },
    onError: (error, on) => {
      queries.setQueryData(queryKey, (before) => before && { ...before, on: !on });
      showError(error, "Reminders could not be changed");
    },
  });
  if (!reminders.data) return null;
  const { stopped } = reminders.data;
  return (
    <div className="above-24">
      <Switch
        label="Email reminders"
        note="People you sent a link are emailed when something is assigned, 7 days before it is due, on the day, and weekly until it is done. Each person gets one email for everything."
        checked={reminders.data.on}
        onChange={(event) => turn.mutate(event.target.checked)}
      />
      {stopped.length > 0 && <p className="fine faint">{`Stopped by: ${stopped.join(", ")}.`}</p>}
    </div>
  );
}
