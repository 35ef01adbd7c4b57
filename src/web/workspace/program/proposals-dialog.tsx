import { useState } from "react";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { dayOfRecord } from "#web/design/dates.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { useSchemaForm } from "#web/form.ts";
import { FieldInput } from "./field-input.tsx";
import { typed } from "./record-form.tsx";
import { groupsOfProposals, titleOfProposals } from "./proposal-words.ts";
import { countedRecords, isTyped, plural } from "./registers.ts";
import type { Register } from "./registers.ts";
import { useActs } from "./use-acts.ts";
import { useProposals } from "./use-proposals.ts";
import { changedOf } from "./values.ts";

type Proposal = ReturnType<typeof useProposals>["open"][number];

/** Chooses from what was collected, and says once what each of the chosen lacks. */
export default function ProposalsDialog({ register, onClose }: { register: Register; onClose: () => void }) {
  const acts = useActs(register);
  const { open, dismissed } = useProposals(register);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [dismissing, setDismissing] = useState(false);
  const chosen = open.filter(({ key }) => !left.has(key));
  const fields = register.fields.filter(
    (field) => isTyped(field) && field.required && chosen.some((each) => each.fields[field.key] === undefined),
  );
  const { attributes, errors, busy } = useSchemaForm(typed, async (values, refuse) => {
    try {
      await acts.accept(keysOf(chosen), changedOf(fields, values, {}));
      onClose();
    } catch (error) {
      refuse(error, "These could not be added");
    }
  });
  const choose = (keys: readonly string[], isChosen: boolean) =>
    setLeft((before) => new Set([...before].filter((key) => !keys.includes(key)).concat(isChosen ? [] : keys)));

  async function dismiss() {
    setDismissing(true);
    try {
      await acts.dismiss(keysOf(chosen), true);
    } catch (error) {
      showError(error, "These could not be dismissed");
    }
    setDismissing(false);
  }

  return (
    <FormDialog
      title={titleOfProposals(register, open)}
      width="wide"
      onClose={onClose}
      form={attributes}
      submit={chosen.length === 0 ? `Add ${plural(register)}` : `Add ${countedRecords(register, chosen.length)}`}
      busy={busy && "Adding..."}
      disabled={chosen.length === 0}
    >
      {open.length === 0 ? (
        <p className="quiet">Everything that is proposed is in {register.label} already, or was dismissed.</p>
      ) : (
        <>
          {groupsOfProposals(register, open).map(({ label, help, proposals }) => (
            <CheckboxGroup key={label} label={label} help={help}>
              {proposals.length > 1 && (
                <Checkbox
                  label={`All ${proposals.length}`}
                  checked={proposals.every(({ key }) => !left.has(key))}
                  onChange={({ target }) => choose(keysOf(proposals), target.checked)}
                />
              )}
              {proposals.map((proposal) => (
                <Checkbox
                  key={proposal.key}
                  label={proposal.title}
                  note={noteOf(proposal)}
                  checked={!left.has(proposal.key)}
                  onChange={({ target }) => choose([proposal.key], target.checked)}
                />
              ))}
            </CheckboxGroup>
          ))}
          <div className="cluster">
            <Button
              size="small"
              disabled={chosen.length === 0}
              busy={dismissing && "Dismissing..."}
              onClick={() => void dismiss()}
            >
              Dismiss {chosen.length === open.length && open.length > 1 ? "All" : "Chosen"}
            </Button>
          </div>
          {fields.length > 0 && (
            <div className="record-form">
              <p className="quiet">
                {chosen.length === 1 ? "Exhibit could not read the rest:" : "The same for each of the chosen:"}
              </p>
              {fields.map((field) => (
                <FieldInput key={field.key} field={field} value={undefined} error={errors[`fields.${field.key}`]} />
              ))}
            </div>
          )}
        </>
      )}
      {dismissed.length > 0 && (
        <details>
          <summary>{dismissed.length === 1 ? "1 dismissed" : `${dismissed.length} dismissed`}</summary>
          <ul>
            {dismissed.map((proposal) => (
              <li key={proposal.key} className="row gap-12">
                <span className="narrows wraps">{proposal.title}</span>
                <Button
                  size="small"
                  kind="quiet"
                  onClick={() =>
                    void acts
                      .dismiss([proposal.key], false)
                      .catch((error: unknown) => showError(error, "This could not be proposed again"))
                  }
                >
                  Propose Again
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </FormDialog>
  );
}

const keysOf = (all: readonly Proposal[]) => all.map(({ key }) => key);

/** `Super administrator · Google Workspace acme.test, EX-000012, Nov 22` */
const noteOf = ({ detail, seen }: Proposal) =>
  seen === null ? detail : `${detail} · ${seen.source}, ${seen.exhibit}, ${dayOfRecord(seen.at)}`;
