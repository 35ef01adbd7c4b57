import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PrefilledReviewKey } from "#domain/reviews/prefilled-review-keys.ts";
import { api } from "#web/api.ts";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { exactTime } from "#web/design/dates.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";
import { FieldInput } from "./field-input.tsx";
import { typed } from "./record-form.tsx";
import type { Register, RegisterField } from "./registers.ts";
import { useActs } from "./use-acts.ts";
import { givenOf } from "./values.ts";

interface PrefilledReviewDialogProps {
  register: Register;
  review: PrefilledReviewKey;
  onClose: () => void;
  onAdded: (id: string) => void;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const stateWords: Readonly<Record<string, string>> = {
  pass: "Passes",
  fail: "Fails",
  unknown: "Not decided",
  "not applicable": "Does not apply",
  stale: "Read too long ago",
  "not read": "Not read",
};

/** A periodic review with what connected systems show. The reviewer leaves out what is for another review, and concludes on the rest. */
export default function PrefilledReviewDialog({ register, review, onClose, onAdded }: PrefilledReviewDialogProps) {
  const { company } = useWorkspace();
  const acts = useActs(register);
  const asked = useQuery({
    ...api.prefilledReviews.get.queryOptions({ input: { companyId: company.id, review } }),
    staleTime: 0,
  });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const lines = asked.data?.lines ?? [];
  const read = lines.filter((line) => line.read !== null);
  const unread = lines.filter((line) => line.read === null);
  const chosen = read.filter(({ key }) => !left.has(key));
  const fieldOf = (key: string, changes: Partial<RegisterField> = {}): RegisterField => ({
    ...register.fields.find((field) => field.key === key)!,
    ...changes,
  });
  const fields = {
    conclusion: fieldOf("conclusion", { required: true, hint: "What you looked at, what you think of it, and why." }),
    findings: fieldOf("findings", { required: false, origin: "stated", hint: "What has to change." }),
    reviewerIds: fieldOf("testerIds", { key: "reviewerIds", label: "Reviewed by", required: true }),
  };
  const { attributes, errors, busy } = useSchemaForm(typed, async (values, refuse) => {
    const listed = (field: RegisterField) => (givenOf(field, values) ?? []) as string[];
    try {
      const { id } = await acts.conclude(review, {
        lines: chosen.map(({ key }) => key),
        fields: {
          conclusion: String(givenOf(fields.conclusion, values) ?? ""),
          findings: listed(fields.findings),
          reviewerIds: listed(fields.reviewerIds),
        },
      });
      onAdded(id);
    } catch (error) {
      refuse(error, "The review could not be recorded");
    }
  });
  const choose = (key: string, isChosen: boolean) =>
    setLeft((before) => new Set([...before].filter((each) => each !== key).concat(isChosen ? [] : key)));
  return (
    <FormDialog
      title={`Review: ${asked.data?.label ?? ""}`}
      width="wide"
      onClose={onClose}
      form={attributes}
      submit="Record Review"
      busy={busy && "Recording..."}
      disabled={chosen.length === 0}
    >
      <Screen data={asked} loading={<SkeletonRegister rows={4} columns={2} />} empty={null}>
        {({ about }) => (
          <>
            <p className="quiet">{about}</p>
            {read.length === 0 && (
              <p>
                None of this was read from a connected system yet. Connect one under Integrations, or add the review by
                hand with its report.
              </p>
            )}
            {read.length > 0 && (
              <CheckboxGroup label="What your systems show" help="Leave out what this review does not cover.">
                {read.map((line) => (
                  <Checkbox
                    key={line.key}
                    label={`${capital(line.part)}: ${stateWords[line.state]!.toLowerCase()}`}
                    note={`${line.read!.reason} ${line.read!.source}, ${line.read!.exhibit}, ${exactTime(line.read!.at)}`}
                    checked={!left.has(line.key)}
                    onChange={({ target }) => choose(line.key, target.checked)}
                  />
                ))}
              </CheckboxGroup>
            )}
            {unread.length > 0 && (
              <details open={read.length === 0}>
                <summary>
                  {unread.length === 1 ? "1 line was not read" : `${unread.length} lines were not read`}: you can't
                  conclude on {unread.length === 1 ? "it" : "them"}
                </summary>
                <ul className="fine quiet">
                  {unread.map((line) => (
                    <li key={line.key} className="wraps">
                      {capital(line.part)}: {line.system} ({stateWords[line.state]!.toLowerCase()})
                    </li>
                  ))}
                </ul>
              </details>
            )}
            {read.length > 0 && (
              <div className="record-form">
                <FieldInput field={fields.conclusion} value={undefined} error={errors["fields.conclusion"]} />
                <FieldInput field={fields.findings} value={undefined} error={errors["fields.findings"]} />
                <FieldInput field={fields.reviewerIds} value={undefined} error={errors["fields.reviewerIds"]} />
              </div>
            )}
          </>
        )}
      </Screen>
    </FormDialog>
  );
}
