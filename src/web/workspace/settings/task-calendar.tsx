import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { CopyButton } from "#web/design/copy-button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../company-context.tsx";

/** A calendar of the person's tasks: an address that only they are shown, once, and can end. */
export function TaskCalendar() {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const input = { companyId: company.id };
  const queryKey = api.tasks.calendar.queryKey({ input });
  const calendar = useQuery(api.tasks.calendar.queryOptions({ input }));
  const open = useMutation(
    api.tasks.openCalendar.mutationOptions({
      onSuccess: ({ calendar: made }) => queries.setQueryData(queryKey, made),
      onError: (error) => showError(error, "The calendar could not be created"),
    }),
  );
  const close = useMutation(
    api.tasks.closeCalendar.mutationOptions({
      onSuccess: () => {
        open.reset();
        queries.setQueryData(queryKey, null);
        toast.success("Calendar address ended");
      },
      onError: (error) => showError(error, "The calendar could not be ended"),
    }),
  );
  if (calendar.data === undefined) return <SkeletonLines lines={2} />;
  const { data: made } = calendar;
  const create = (
    <Button size="small" busy={open.isPending && "Creating..."} onClick={() => open.mutate(input)}>
      {made ? "Replace Address" : "Create Calendar Address"}
    </Button>
  );
  return (
    <div className="stack gap-8">
      <p className="firm">Task calendar</p>
      <p className="measure quiet">
        Subscribe to your tasks in Google Calendar, Outlook or Apple Calendar. Entries say what kind of task is due and
        link here. They name no person and no record.
      </p>
      {open.data && (
        <Field
          label="Calendar address"
          help="Copy it now: it is shown once. Anyone who has it sees when your tasks are due."
        >
          <Input readOnly value={open.data.address} onFocus={(event) => event.target.select()} />
        </Field>
      )}
      {made && (
        <p className="fine faint">
          {`Address created ${longDate(made.createdAt)}. ${made.lastReadAt ? `Last read ${longDate(made.lastReadAt)}.` : "Not read yet."}`}
        </p>
      )}
      <div className="cluster">
        {open.data && (
          <CopyButton text={open.data.address} name="Copy calendar address">
            Copy
          </CopyButton>
        )}
        {create}
        {made && (
          <Button size="small" busy={close.isPending && "Ending..."} onClick={() => close.mutate(input)}>
            End Address
          </Button>
        )}
      </div>
    </div>
  );
}
