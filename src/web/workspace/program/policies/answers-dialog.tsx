import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { PolicyEdition } from "#catalog/policies/compose.ts";
import { client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Select } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useCan, useWorkspace } from "../../company-context.tsx";
import { addressOfPolicy } from "./policies.ts";
import type { PolicyLibrary } from "./policies.ts";
import { Answered, answerIn, PolicyQuestions, usedIn } from "./policy-questions.tsx";
import type { NewAnswers } from "./policy-questions.tsx";
import { titlesAsking, usePolicyLibrary } from "./use-policy-library.ts";

/** What the company answered, for all policies of the library: where it is used, who said it, and which policies in force say otherwise. */
export default function AnswersDialog({ library, onClose }: { library: PolicyLibrary; onClose: () => void }) {
  const { company } = useWorkspace();
  const mayWrite = useCan("policies.write");
  const { kept, refresh } = usePolicyLibrary();
  const [edition, setEdition] = useState<PolicyEdition>(library.edition ?? "software");
  const [answers, setAnswers] = useState<NewAnswers>({});
  const asking = titlesAsking(library.policies, edition);
  const asked = library.questions.filter(({ key }) => asking.has(key));
  const answerOf = answerIn(answers, kept);
  const saving = useMutation({
    mutationFn: () => client.policies.answer({ companyId: company.id, edition, answers: { ...answers } }),
    onSuccess: async ({ differing }) => {
      await refresh();
      const count = new Set(differing.map(({ policyId }) => policyId)).size;
      if (count === 0) return onClose();
      toast.success(
        count === 1
          ? "Saved. 1 policy in force says otherwise, and stays as it is."
          : `Saved. ${count} policies in force say otherwise, and stay as they are.`,
      );
      onClose();
    },
    onError: (error) => showError(error, "These answers could not be saved"),
  });
  const about = (key: string) => {
    const said = library.answers.find(({ question }) => question === key);
    return (
      <>
        {usedIn(asking.get(key) ?? [])}
        {said && `. ${said.by.name}, ${longDate(said.at)}`}.
        {library.differing
          .filter(({ question }) => question === key)
          .map((found) => (
            <span key={`${found.policyId} ${found.text}`} className="own-line policy-differs">
              <Link className="link" to={addressOfPolicy(found.policyId)}>
                {found.title}
              </Link>{" "}
              {found.promised ? "promises" : "does not promise"}: “{found.text}”
            </span>
          ))}
      </>
    );
  };
  return (
    <Dialog title="What Is So Today" width="wide" onClose={onClose}>
      <DialogBody>
        <p>
          Each answer fills every new policy of the library. A change of one changes no text: it says which policies in
          force say otherwise.
        </p>
        <Field label="Edition">
          <Select
            disabled={!mayWrite}
            value={edition}
            onChange={({ target }) => setEdition(target.value as PolicyEdition)}
          >
            <option value="software">Software company</option>
            <option value="law">Law firm</option>
          </Select>
        </Field>
        <fieldset disabled={!mayWrite}>
          <PolicyQuestions
            questions={asked}
            answerOf={answerOf}
            about={about}
            onAnswer={(key, answer) => setAnswers({ ...answers, [key]: answer })}
          />
        </fieldset>
      </DialogBody>
      <DialogFoot>
        <Answered questions={asked} answerOf={answerOf} />
        <Button kind="quiet" onClick={onClose}>
          {mayWrite ? "Cancel" : "Close"}
        </Button>
        {mayWrite && (
          <Button kind="primary" busy={saving.isPending && "Saving..."} onClick={() => saving.mutate()}>
            Save Answers
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}
