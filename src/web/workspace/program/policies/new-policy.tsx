import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { PolicyAnswer, PolicyEdition } from "#catalog/policies/compose.ts";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../../company-context.tsx";
import { LinkPicker } from "../link-picker.tsx";
import { keepAnswers, readAnswers } from "./kept-answers.ts";
import { addressOfPolicy } from "./policies.ts";

const OWN = "own";

/**
 * Adds a policy: from the library, by answers to what the company does today, or an empty one of its own. What was answered for the
 * policy before stands there already.
 */
export function NewPolicy({ onClose }: { onClose: () => void }) {
  const { company, person } = useWorkspace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const library = useQuery(api.policies.library.queryOptions({ input: { companyId: company.id } }));
  const open = library.data?.policies.filter(({ policyId }) => policyId === null) ?? [];
  const groups = [
    { label: "Your projects ask for", policies: open.filter(({ required }) => required) },
    { label: "Others", policies: open.filter(({ required }) => !required) },
  ];
  const left = groups.flatMap(({ policies }) => policies);
  const [picked, setPicked] = useState<string>();
  const [said, setSaid] = useState(() => readAnswers(person.id, company.id));
  const [title, setTitle] = useState("");
  const documentId = picked ?? left[0]?.documentId ?? OWN;
  const [ownerId, setOwner] = useState("");
  const [dueOn, setDueOn] = useState("");
  const [isTried, setTried] = useState(false);
  const asked = left.find((policy) => policy.documentId === documentId)?.questions ?? [];
  const { edition, answers } = said;
  const isLeft = documentId !== OWN && asked.some((key) => answers[key] === "not yet");
  const adding = useMutation({
    mutationFn: async () => {
      if (documentId === OWN)
        return await client.policies.add({ companyId: company.id, documentId: null, title, text: `# ${title}\n` });
      const composed = await client.policies.compose({ companyId: company.id, documentId, edition, answers });
      const { title: named, text } = composed;
      const policy = await client.policies.add({ companyId: company.id, documentId, title: named, text });
      if (!isLeft) return policy;
      const fields = { ownerId, dueOn };
      try {
        const { added } = await client.policies.addActions({
          companyId: company.id,
          documentId,
          edition,
          answers,
          fields,
        });
        return { ...policy, added };
      } catch (error) {
        // The draft is there: its page is where to go on.
        showError(error, "The actions could not be added. Add them in Actions.");
        return policy;
      }
    },
    onSuccess: async ({ id, added = 0 }: { id: string; added?: number }) => {
      keepAnswers(person.id, company.id, said);
      const keys = [api.policies.key(), ...(added > 0 ? [api.registers.key(), api.tasks.key()] : [])];
      await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
      const actions = added === 1 ? "1 action" : `${added} actions`;
      toast.success(added > 0 ? `Policy added as a draft, with ${actions}` : "Policy added as a draft");
      await navigate(addressOfPolicy(id), { replace: true });
    },
    onError: (error) => showError(error, "This policy could not be added"),
  });
  return (
    <Dialog title="Add Policy" width="wide" onClose={onClose}>
      <DialogBody>
        <Field label="Policy">
          <Select value={documentId} onChange={({ target }) => setPicked(target.value)}>
            {groups.map(
              ({ label, policies }) =>
                policies.length > 0 && (
                  <optgroup key={label} label={label}>
                    {policies.map((policy) => (
                      <option key={policy.documentId} value={policy.documentId}>
                        {policy.title}
                      </option>
                    ))}
                  </optgroup>
                ),
            )}
            <option value={OWN}>Another policy of your own</option>
          </Select>
        </Field>
        {documentId === OWN ? (
          <Field label="Title">
            <Input value={title} onChange={({ target }) => setTitle(target.value)} />
          </Field>
        ) : (
          <>
            <Field label="Edition">
              <Select
                value={edition}
                onChange={({ target }) => setSaid({ ...said, edition: target.value as PolicyEdition })}
              >
                <option value="software">Software company</option>
                <option value="law">Law firm</option>
              </Select>
            </Field>
            <p className="compact quiet">
              Answer for what is so today. Only a yes becomes a promise. A “not yet” becomes an action.
            </p>
            <ul className="policy-questions">
              {library.data?.questions
                .filter(({ key }) => asked.includes(key))
                .map(({ key, question }) => (
                  <li key={key}>
                    <Field label={question}>
                      <Select
                        value={answers[key] ?? ""}
                        onChange={({ target }) => setSaid({ ...said, answers: answered(answers, key, target.value) })}
                      >
                        <option value="">Not answered</option>
                        <option value="yes">Yes</option>
                        <option value="not yet">Not yet</option>
                      </Select>
                    </Field>
                  </li>
                ))}
            </ul>
            {isLeft && (
              <>
                <p className="compact quiet">Each promise that is not so yet becomes an action. You can change each.</p>
                <Field label="Owner of these actions" error={isTried && ownerId === "" ? "Choose an owner" : undefined}>
                  <LinkPicker
                    name="ownerId"
                    field={{ type: "person", of: null, to: null }}
                    many={false}
                    picked={[]}
                    onPick={([person = ""]) => setOwner(person)}
                  />
                </Field>
                <Field label="Due on" error={isTried && dueOn === "" ? "Choose a day" : undefined}>
                  <Input type="date" value={dueOn} onChange={({ target }) => setDueOn(target.value)} />
                </Field>
              </>
            )}
          </>
        )}
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          disabled={!library.data || (documentId === OWN && title.trim() === "")}
          busy={adding.isPending && "Adding..."}
          onClick={() => {
            setTried(true);
            if (!isLeft || (ownerId !== "" && dueOn !== "")) adding.mutate();
            // The fields may be out of sight.
            else toast.error("Say who owns the actions, and until when.");
          }}
        >
          Add Draft
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function answered(answers: Readonly<Record<string, PolicyAnswer>>, key: string, value: string) {
  const { [key]: _, ...others } = answers;
  return value === "" ? others : { ...others, [key]: value as PolicyAnswer };
}
