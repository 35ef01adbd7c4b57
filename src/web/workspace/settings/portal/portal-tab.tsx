import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Switch } from "#web/design/choice.tsx";
import { CopyButton } from "#web/design/copy-button.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { toast } from "#web/design/toast-list.ts";
import { AppError, showError } from "#web/app-error.ts";
import { useWorkspace } from "../../company-context.tsx";
import { Section } from "../section.tsx";
import { PortalChoices } from "./portal-choices.tsx";
import { PortalLooks } from "./portal-looks.tsx";
import { PortalPreview } from "./portal-preview.tsx";
import { PortalWords } from "./portal-words.tsx";

export type PortalSettings = z.output<typeof contract.portal.get.output>;

/** What the company says of itself in public, and whether it does. */
export default function PortalTab() {
  const { company } = useWorkspace();
  const settings = useQuery(
    api.portal.get.queryOptions({ input: { companyId: company.id }, refetchOnWindowFocus: false }),
  );
  return (
    <Screen data={settings} loading={<SkeletonLines lines={9} />} empty={null}>
      {(found) => <PortalForm key={company.id} found={found} />}
    </Screen>
  );
}

function PortalForm({ found }: { found: PortalSettings }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(found);
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const input = { companyId: company.id };
  const set = useMutation(
    api.portal.set.mutationOptions({
      onSuccess: (answer) => {
        queries.setQueryData(api.portal.get.queryKey({ input }), answer);
        setDraft(answer);
        setErrors({});
        toast.success(answer.isOn ? "Portal saved and public" : "Portal saved");
      },
      onError: (error) => {
        const fields = error instanceof AppError ? error.fields : {};
        setErrors(fields);
        if (Object.keys(fields).length === 0) showError(error, "The portal could not be saved");
      },
    }),
  );
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [errors]);
  const change = (changes: Partial<PortalSettings>) => setDraft({ ...draft, ...changes });
  const link = `${location.origin}/portal/${company.slug}`;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!set.isPending) set.mutate({ ...input, ...draft });
      }}
    >
      <Section title="Public page">
        <div className="stack at-start">
          <p className="measure quiet">
            A public page for your clients. It shows the controls you choose while they pass, and how long their
            evidence is valid. Controls that stop passing disappear automatically. When off, visitors see a 404.
          </p>
          <Switch
            label="Publish the portal"
            checked={draft.isOn}
            onChange={(event) => change({ isOn: event.target.checked })}
          />
          {found.isOn && (
            <p className="cluster centered">
              <a className="link mono fine" href={link} target="_blank" rel="noreferrer">
                {link}
              </a>
              <CopyButton text={link} name="Copy link" />
            </p>
          )}
        </div>
      </Section>
      <Section title="Text">
        <PortalWords draft={draft} errors={errors} change={change} />
      </Section>
      <Section title="Color and logo">
        <PortalLooks draft={draft} errors={errors} change={change} />
      </Section>
      <Section title="Controls and frameworks">
        <PortalChoices draft={draft} change={change} />
      </Section>
      <Section title="Preview">
        <PortalPreview companyId={company.id} companyName={company.name} draft={draft} />
      </Section>
      <div className="settings-foot">
        <Button type="submit" kind="primary" busy={set.isPending && "Saving..."}>
          Save portal
        </Button>
      </div>
    </form>
  );
}
