import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Switch } from "#web/design/choice.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useWorkspace } from "../company-context.tsx";
import { ownTimeZone } from "../own-time-zone.ts";

/** Whether the person is mailed their tasks on Monday mornings, and by which clock. */
export function WeeklyTasks() {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const input = { companyId: company.id };
  const digest = useQuery(api.tasks.digest.queryOptions({ input }));
  const set = useMutation(
    api.tasks.setDigest.mutationOptions({
      onSuccess: (answer) => queries.setQueryData(api.tasks.digest.queryKey({ input }), answer),
      onError: (error) => showError(error, "The weekly email could not be changed"),
    }),
  );
  if (!digest.data) return <SkeletonLines lines={2} />;
  const here = ownTimeZone();
  const zone = digest.data.timeZone ?? "UTC";
  return (
    <div className="stack gap-8">
      <Switch
        label="Weekly task email"
        note={`Mondays at 08:00 (${zone}): what is missing or due in the program, yours and what has no owner. No email when there is nothing.`}
        checked={set.isPending ? (set.variables.on ?? digest.data.on) : digest.data.on}
        onChange={(event) => set.mutate({ ...input, on: event.target.checked })}
      />
      {zone !== here && (
        <div>
          <Button
            size="small"
            busy={set.isPending && "Saving..."}
            onClick={() => set.mutate({ ...input, timeZone: here })}
          >
            {`Use ${here}`}
          </Button>
        </div>
      )}
    </div>
  );
}
