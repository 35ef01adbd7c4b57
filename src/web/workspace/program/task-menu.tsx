import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { mostSnoozeDay } from "#domain/tasks/snooze.ts";
import { daysAfter, dayOf } from "#domain/calendar-day.ts";
import { api } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { timeNow } from "#web/clock.ts";
import { contract } from "#web/contract.ts";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Icon } from "#web/design/icon.tsx";
import { Input, Select, Textarea } from "#web/design/input.tsx";
import { Menu, MenuItem } from "#web/design/menu.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";
import type { Task } from "./tasks-section.tsx";
import { useTaskActs } from "./use-task-acts.ts";

/** What can be done about a task besides what it asks for: somebody sees to it, or it waits. */
export function TaskMenu({ task }: { task: Task }) {
  const { person } = useWorkspace();
  const acts = useTaskActs();
  const [asking, setAsking] = useState<"assign" | "snooze">();
  const isOwn = task.assignee?.userId === person.id;
  const take = (assigneeId: string | null) =>
    acts.assign(task.key, assigneeId).then(
      ({ assignee }) => toast.success(assignedWords(assignee, person.id)),
      (error: unknown) => showError(error, "The task could not be assigned"),
    );
  const back = () =>
    acts.snooze(task.key, null, "").then(
      () => toast.success("The task is shown again"),
      (error: unknown) => showError(error, "The task could not be brought back"),
    );
  const close = () => setAsking(undefined);
  return (
    <>
      <Menu
        label={`Actions for ${task.title}`}
        trigger={<Icon of={Ellipsis} />}
        triggerClass="button row-menu"
        align="right"
      >
        {isOwn ? (
          <MenuItem onSelect={() => void take(null)}>Unassign</MenuItem>
        ) : (
          <MenuItem onSelect={() => void take(person.id)}>Assign to Me</MenuItem>
        )}
        <MenuItem onSelect={() => setAsking("assign")}>Assign...</MenuItem>
        {task.snoozed ? (
          <MenuItem onSelect={() => void back()}>Bring Back</MenuItem>
        ) : (
          <MenuItem onSelect={() => setAsking("snooze")}>Snooze...</MenuItem>
        )}
      </Menu>
      {asking === "assign" && <AssignDialog task={task} onClose={close} />}
      {asking === "snooze" && <SnoozeDialog task={task} onClose={close} />}
    </>
  );
}

/** Whose the task is now: its policy's owner again, where nobody else was chosen. */
function assignedWords(assignee: Task["assignee"], me: string): string {
  if (assignee === null) return "Nobody sees to it now";
  return assignee.userId === me ? "Assigned to you" : `Assigned to ${assignee.name}`;
}

interface DialogProps {
  task: Task;
  onClose: () => void;
}

const assigned = contract.tasks.assign.input.pick({ assigneeId: true });
const snoozed = contract.tasks.snooze.input.pick({ until: true, reason: true });

function AssignDialog({ task, onClose }: DialogProps) {
  const { company, person } = useWorkspace();
  const acts = useTaskActs();
  const members = useQuery(api.members.list.queryOptions({ input: { companyId: company.id } }));
  const { attributes, errors, busy } = useSchemaForm(assigned, async ({ assigneeId }, refuse) => {
    try {
      const { assignee } = await acts.assign(task.key, assigneeId);
      toast.success(assignedWords(assignee, person.id));
      onClose();
    } catch (error) {
      refuse(error, "The task could not be assigned");
    }
  });
  return (
    <FormDialog
      title="Assign Task"
      onClose={onClose}
      form={attributes}
      submit="Assign"
      busy={busy && "Assigning..."}
      held
    >
      <p>{task.title}</p>
      <Field label="Owner" error={errors.assigneeId}>
        <Select name="assigneeId" defaultValue={task.assignee?.userId ?? ""}>
          <option value="">Nobody</option>
          {(members.data ?? []).map((member) => (
            <option key={member.userId} value={member.userId}>
              {`${member.firstName} ${member.lastName}`.trim() || member.email}
              {member.userId === person.id && " (you)"}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}

function SnoozeDialog({ task, onClose }: DialogProps) {
  const acts = useTaskActs();
  const now = timeNow();
  const { attributes, errors, busy } = useSchemaForm(snoozed, async ({ until, reason }, refuse) => {
    try {
      await acts.snooze(task.key, until, reason);
      toast.success("The task waits");
      onClose();
    } catch (error) {
      refuse(error, "The task could not be put off");
    }
  });
  return (
    <FormDialog title="Snooze Task" onClose={onClose} form={attributes} submit="Snooze" busy={busy && "Saving..."} held>
      <p>{task.title}</p>
      <p className="compact quiet">It is not listed until then. What it asks for is still missing or due.</p>
      <Field label="Until" error={errors.until}>
        <Input
          type="date"
          name="until"
          min={dayOf(now)}
          max={mostSnoozeDay(now)}
          defaultValue={daysAfter(dayOf(now), 7)}
        />
      </Field>
      <Field label="Reason" error={errors.reason}>
        <Textarea name="reason" rows={2} required />
      </Field>
    </FormDialog>
  );
}
