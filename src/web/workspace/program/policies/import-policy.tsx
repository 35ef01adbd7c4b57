import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { contract } from "#web/contract.ts";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { FileDrop } from "#web/design/file-drop.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { newUploadKey, upload } from "#web/upload.ts";
import { useWorkspace } from "../../company-context.tsx";
import { fileOriginal, knownOriginal } from "./file-original.ts";
import type { ChosenDocument } from "./file-original.ts";
import { ImportPreview } from "./import-preview.tsx";
import type { ReadDocument } from "./import-preview.tsx";
import { OwnerField } from "./owner-dialog.tsx";
import { addressOfPolicy } from "./policies.ts";
import type { PolicyDetails } from "./policies.ts";
import { useReplaceText } from "./use-replace-text.ts";

const OWN = "own";
const MEGABYTES = 50;

interface ImportPolicyProps {
  /** The policy that gets the text; without one, a policy is added. */
  policy?: PolicyDetails;
  onClose: () => void;
}

/** Choose a Word document or PDF, see what it comes to as a policy and what is left out, then start or replace a draft. */
export function ImportPolicy({ policy, onClose }: ImportPolicyProps) {
  const { company } = useWorkspace();
  const [chosen, setChosen] = useState<ChosenDocument & { readonly document: ReadDocument }>();
  const [title, setTitle] = useState("");
  const [kind, setKind] = useState(OWN);
  const [ownerId, setOwner] = useState<string | null>(null);
  const reading = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MEGABYTES * 2 ** 20) throw new Error(`This document is larger than ${MEGABYTES} MB, the limit.`);
      // Before any of it is sent: a privileged document becomes no policy.
      await knownOriginal(company.id, file);
      const input = { companyId: company.id, fileName: file.name.slice(0, 300) };
      return { file, key: newUploadKey(), document: await upload(contract.policies.readFile, input, file) };
    },
    onMutate: () => {
      setChosen(undefined);
      // Its field begins anew with the next document.
      setOwner(null);
    },
    onSuccess: (read) => {
      setChosen(read);
      setTitle(read.document.title);
    },
  });
  const { saving, share } = useSave({ policy, kind, title, ownerId, onClose });
  return (
    <Dialog title="Import a Document" width="wide" onClose={saving.isPending ? undefined : onClose}>
      <DialogBody>
        <Field label="Word document or PDF" error={reading.error?.message}>
          <FileDrop
            accept=".docx,.pdf"
            onFiles={([file]) => file && reading.mutate(file)}
            hint={`Up to ${MEGABYTES} MB, without tracked changes, macros or a password`}
          />
        </Field>
        {reading.isPending && (
          <p className="compact quiet" role="status">
            Reading the document...
          </p>
        )}
        {chosen && <ImportPreview name={chosen.file.name} document={chosen.document} />}
        {chosen && !policy && (
          <>
            <AsWhat kind={kind} onKind={setKind} title={title} onTitle={setTitle} />
            <OwnerField onPick={setOwner} />
          </>
        )}
        {chosen && <p className="compact quiet">The document itself is filed as evidence, and the version names it.</p>}
        {chosen && policy?.open && (
          <p className="compact quiet">
            It replaces the text of version {policy.open.number}
            {policy.open.approvals.length > 0 && ", and its approvals no longer count"}. You can undo this.
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" disabled={saving.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          disabled={!chosen || (!policy && title.trim() === "")}
          busy={saving.isPending && (share > 0 ? `Saving... ${Math.floor(share * 100)}%` : "Saving...")}
          onClick={() => chosen && saving.mutate(chosen)}
        >
          {policy?.open ? "Replace This Draft's Text" : "Start a Draft"}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

interface AsWhatProps {
  kind: string;
  onKind: (kind: string) => void;
  title: string;
  onTitle: (title: string) => void;
}

/** What a new policy is called, and which expected policy it is. */
function AsWhat({ kind, onKind, title, onTitle }: AsWhatProps) {
  const library = useLibrary();
  const left = library.data?.policies.filter(({ policyId }) => policyId === null) ?? [];
  return (
    <>
      <Field label="Title">
        <Input value={title} maxLength={200} onChange={({ target }) => onTitle(target.value)} />
      </Field>
      <Field label="Policy of the library">
        <Select value={kind} onChange={({ target }) => onKind(target.value)}>
          <option value={OWN}>Another policy of your own</option>
          {left.map((expected) => (
            <option key={expected.documentId} value={expected.documentId}>
              {expected.title}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}

function useLibrary() {
  const { company } = useWorkspace();
  return useQuery(api.policies.library.queryOptions({ input: { companyId: company.id } }));
}

interface Saved extends ImportPolicyProps {
  kind: string;
  title: string;
  ownerId: string | null;
}

/** Files the document, then adds a policy with the text, or puts it into the draft of the policy that is there. */
function useSave({ policy, kind, title, ownerId, onClose }: Saved) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const replace = useReplaceText();
  const expected = useLibrary().data?.policies;
  const [share, setShare] = useState(0);
  const saving = useMutation({
    onMutate: () => setShare(0),
    mutationFn: async (chosen: ChosenDocument & { readonly document: ReadDocument }) => {
      const companyId = company.id;
      const { text } = chosen.document;
      if (policy) {
        const original = await fileOriginal(
          chosen,
          { companyId, title: policy.title, controlId: policy.controlId },
          setShare,
        );
        return await replace(policy, text, original);
      }
      const documentId = kind === OWN ? null : kind;
      const controlId = expected?.find((own) => own.documentId === documentId)?.controlId ?? null;
      const original = await fileOriginal(chosen, { companyId, title: title.trim(), controlId }, setShare);
      const added = await client.policies.add({ companyId, documentId, title: title.trim(), text, original, ownerId });
      await queries.invalidateQueries({ queryKey: api.policies.key() });
      toast.success("Policy added as a draft");
      await navigate(addressOfPolicy(added.id), { replace: true });
    },
    onSuccess: async () => {
      // A new policy's page took the place of this one.
      if (policy) onClose();
      await queries.invalidateQueries({ queryKey: api.evidence.key() });
    },
    onError: (error) => showError(error, "This document could not be imported"),
  });
  return { saving, share };
}
