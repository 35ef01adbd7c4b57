import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod";
import { providers } from "#catalog/providers.ts";
import { systemKinds } from "#catalog/systems.ts";
import type { SystemKind } from "#catalog/systems.ts";
import { systemsOfProvider } from "#domain/provider.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { systemKindKeys } from "#domain/system-kinds.ts";
import { contract } from "#web/contract.ts";
import { api, client } from "#web/api.ts";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";

const added = contract.systems.add.input.pick({ name: true }).extend({ provider: z.string() });

/** Adds a system by hand. What is connected later as the same provider's account continues it. */
export function AddSystem({ kind, onClose }: { kind?: SystemKind; onClose: () => void }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const [kinds, setKinds] = useState<readonly SystemKind[]>(kind ? [kind] : []);
  const [tried, setTried] = useState(false);
  const offered = providers.filter(({ key }) => kind === undefined || systemsOfProvider[key].includes(kind));
  const [provider, setProvider] = useState("");
  const own = provider === "" ? [] : systemsOfProvider[provider as ProviderKey];
  const chosen = [...new Set([...own, ...kinds])];

  const { attributes, errors, busy } = useSchemaForm(
    added,
    async ({ name }, refuse) => {
      setTried(true);
      if (chosen.length === 0) return;
      try {
        await client.systems.add({
          companyId: company.id,
          name,
          kinds: chosen,
          provider: provider === "" ? null : (provider as ProviderKey),
        });
        await queries.invalidateQueries({ queryKey: api.systems.key() });
        toast.success(`${name}: added`);
        onClose();
      } catch (error) {
        refuse(error, "The system could not be added", { "system-exists": "name" });
      }
    },
    { onWrong: () => setTried(true) },
  );

  return (
    <FormDialog title="Add System" onClose={onClose} form={attributes} submit="Add System" busy={busy && "Adding..."}>
      <Field label="Name" error={errors.name}>
        <Input name="name" autoComplete="off" placeholder="AWS, production" />
      </Field>
      {offered.length > 0 ? (
        <Field label="Provider" help="When you connect an account of this provider, it takes this place on the list.">
          <Select name="provider" value={provider} onChange={(event) => setProvider(event.target.value)}>
            <option value="">Another</option>
            {offered.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <input type="hidden" name="provider" value="" />
      )}
      <CheckboxGroup
        label="Kinds"
        help={own.length > 0 && `By its provider: ${own.map((item) => systemKinds[item].label).join(", ")}.`}
        well
        error={tried && chosen.length === 0 ? "Choose at least one kind" : undefined}
      >
        {systemKindKeys
          .filter((key) => !own.includes(key))
          .map((systemKindKey) => (
            <Checkbox
              key={systemKindKey}
              label={systemKinds[systemKindKey].label}
              checked={chosen.includes(systemKindKey)}
              onChange={(event) =>
                setKinds(
                  event.target.checked ? [...kinds, systemKindKey] : kinds.filter((other) => other !== systemKindKey),
                )
              }
            />
          ))}
      </CheckboxGroup>
    </FormDialog>
  );
}
