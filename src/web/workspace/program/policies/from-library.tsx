import { useState } from "react";
import type { ReactNode } from "react";
import type { PolicyEdition } from "#catalog/policies/compose.ts";
import { Button } from "#web/design/button.tsx";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { Meter } from "#web/design/meter.tsx";
import { toast } from "#web/design/toast-list.ts";
import { LinkPicker } from "../link-picker.tsx";
import { counted } from "./policies.ts";
import type { PolicyLibrary } from "./policies.ts";
import { OwnerField } from "./owner-dialog.tsx";
import { Answered, answerIn, PolicyQuestions, usedIn } from "./policy-questions.tsx";
import type { NewAnswers } from "./policy-questions.tsx";
import { useAddDrafts } from "./use-add-drafts.ts";
import { titlesAsking, usePolicyLibrary } from "./use-policy-library.ts";

/** Chooses policies of the library and asks what nobody answered yet: each becomes a draft of its own. */
export function FromLibrary({ above, onClose }: { above: ReactNode; onClose: () => void }) {
  const { library, kept } = usePolicyLibrary();
  const { add, done } = useAddDrafts(onClose);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [picked, setEdition] = useState<PolicyEdition>();
  const [answers, setAnswers] = useState<NewAnswers>({});
  const [actions, setActions] = useState({ ownerId: "", dueOn: "" });
  const [ownerId, setOwner] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const edition = picked ?? library.data?.edition ?? "software";
  const left = library.data?.policies.filter(({ policyId }) => policyId === null) ?? [];
  const wanted = left.filter(({ documentId }) => chosen.has(documentId));
  const asking = titlesAsking(wanted, edition);
  const asked = library.data?.questions.filter(({ key }) => asking.has(key)) ?? [];
  const before = asked.filter(({ key }) => kept.has(key));
  const answerOf = answerIn(answers, kept);
  const isLeft = asked.some(({ key }) => answerOf(key) === "not yet");
  const questions = (some: PolicyLibrary["questions"]) => (
    <PolicyQuestions
      questions={some}
      answerOf={answerOf}
      about={(key) => usedIn(asking.get(key) ?? [])}
      onAnswer={(key, answer) => setAnswers({ ...answers, [key]: answer })}
    />
  );
  return (
    <Dialog title="Add Policies" width="wide" onClose={done === undefined ? onClose : undefined}>
      <DialogBody>
        {above}
        <ChoosePolicies of={left} chosen={chosen} onChoose={setChosen} isRead={library.data !== undefined} />
        <Field label="Edition">
          <Select value={edition} onChange={({ target }) => setEdition(target.value as PolicyEdition)}>
            <option value="software">Software company</option>
            <option value="law">Law firm</option>
          </Select>
        </Field>
        <OwnerField onPick={setOwner} />
        {asked.length > 0 && (
          <p className="compact quiet">
            Answer for what is so today. Only a yes becomes a promise. A “not yet” becomes an action. Answers are kept
            for your other policies.
          </p>
        )}
        {before.length > 0 && (
          <details className="policy-answered">
            <summary>{counted(before.length, "question")} answered before</summary>
            {questions(before)}
          </details>
        )}
        {questions(asked.filter(({ key }) => !kept.has(key)))}
        {isLeft && (
          <>
            <p className="compact quiet">Each promise that is not so yet becomes an action. You can change each.</p>
            <Field
              label="Owner of these actions"
              error={isTried && actions.ownerId === "" ? "Choose an owner" : undefined}
            >
              <LinkPicker
                name="ownerId"
                field={{ type: "person", of: null, to: null }}
                many={false}
                picked={[]}
                onPick={([person = ""]) => setActions({ ...actions, ownerId: person })}
              />
            </Field>
            <Field label="Due on" error={isTried && actions.dueOn === "" ? "Choose a day" : undefined}>
              <Input
                type="date"
                value={actions.dueOn}
                onChange={({ target }) => setActions({ ...actions, dueOn: target.value })}
              />
            </Field>
          </>
        )}
      </DialogBody>
      <DialogFoot>
        {done === undefined && asked.length > 0 && <Answered questions={asked} answerOf={answerOf} />}
        {done !== undefined && wanted.length > 1 && (
          <div className="policy-progress" role="status">
            <Meter label="Drafts created" percent={(100 * done) / wanted.length} />
            <span className="fine">
              {done} of {wanted.length} created
            </span>
          </div>
        )}
        <Button kind="quiet" disabled={done !== undefined} onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          disabled={wanted.length === 0}
          busy={done !== undefined && "Adding..."}
          onClick={() => {
            setTried(true);
            const documentIds = wanted.map(({ documentId }) => documentId);
            if (!isLeft || (actions.ownerId !== "" && actions.dueOn !== ""))
              void add({ documentIds, edition, answers, ownerId, actions: isLeft ? actions : undefined });
            // The fields may be out of sight.
            else toast.error("Say who owns the actions, and until when.");
          }}
        >
          {wanted.length > 1 ? `Add ${wanted.length} Drafts` : "Add Draft"}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

interface ChoosePoliciesProps {
  of: PolicyLibrary["policies"];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  isRead: boolean;
}

function ChoosePolicies({ of, chosen, onChoose, isRead }: ChoosePoliciesProps) {
  const change = (some: PolicyLibrary["policies"], isChosen: boolean) => {
    const ids = some.map(({ documentId }) => documentId);
    onChoose(new Set(isChosen ? [...chosen, ...ids] : [...chosen].filter((id) => !ids.includes(id))));
  };
  const groups = [
    { label: "Asked for by your frameworks", own: of.filter(({ required }) => required) },
    { label: "Others of the library", own: of.filter(({ required }) => !required) },
  ].filter(({ own }) => own.length > 0);
  if (isRead && of.length === 0) return <p>You have every policy of the library.</p>;
  return groups.map(({ label, own }) => (
    <CheckboxGroup key={label} label={label} well={own.length > 6}>
      {own.length > 1 && (
        <Checkbox
          label={`All ${own.length}`}
          checked={own.every(({ documentId }) => chosen.has(documentId))}
          onChange={({ target }) => change(own, target.checked)}
        />
      )}
      {own.map((policy) => (
        <Checkbox
          key={policy.documentId}
          label={policy.title}
          checked={chosen.has(policy.documentId)}
          onChange={({ target }) => change([policy], target.checked)}
        />
      ))}
    </CheckboxGroup>
  ));
}
