import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Radio, RadioGroup } from "#web/design/choice.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../../company-context.tsx";
import { OwnerField } from "./owner-dialog.tsx";
import { FromLibrary } from "./from-library.tsx";
import { addressOfPolicy } from "./policies.ts";

/** Adds policies: from the library, one or several at once, or an empty one of its own. */
export function AddPolicies({ onClose }: { onClose: () => void }) {
  const [from, setFrom] = useState<"library" | "own">("library");
  const chooser = (
    <RadioGroup name="from" label="Start from">
      <Radio label="The library" checked={from === "library"} onChange={() => setFrom("library")} />
      <Radio label="An empty text of your own" checked={from === "own"} onChange={() => setFrom("own")} />
    </RadioGroup>
  );
  return from === "library" ? (
    <FromLibrary above={chooser} onClose={onClose} />
  ) : (
    <OwnPolicy above={chooser} onClose={onClose} />
  );
}

function OwnPolicy({ above, onClose }: { above: ReactNode; onClose: () => void }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [title, setTitle] = useState("");
  const [ownerId, setOwner] = useState<string | null>(null);
  const adding = useMutation({
    mutationFn: () =>
      client.policies.add({ companyId: company.id, documentId: null, title, text: `# ${title}\n`, ownerId }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: api.policies.key() });
      toast.success("Policy added as a draft");
      await navigate(addressOfPolicy(id));
    },
    onError: (error) => showError(error, "This policy could not be added"),
  });
  return (
    <Dialog title="Add Policies" width="wide" onClose={onClose}>
      <DialogBody>
        {above}
        <Field label="Title">
          <Input value={title} onChange={({ target }) => setTitle(target.value)} />
        </Field>
        <OwnerField onPick={setOwner} />
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          disabled={title.trim() === ""}
          busy={adding.isPending && "Adding..."}
          onClick={() => adding.mutate()}
        >
          Add Draft
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
