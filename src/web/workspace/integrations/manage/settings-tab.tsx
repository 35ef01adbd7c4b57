import { useState } from "react";
import type { SubmitEvent } from "react";
import { Button } from "#web/design/button.tsx";
import { Switch } from "#web/design/choice.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Textarea } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { AppError, showError } from "#web/app-error.ts";
import type { ConnectionDetails } from "../connection.ts";
import { useConnecting } from "../use-connections.ts";
import type { TabProps } from "./manage-panel.tsx";
import { readSettings, settingText } from "./setting-values.ts";

type SettingField = ConnectionDetails["settingFields"][number];

/** What the checks of this account go by, such as which tickets are changes. */
export function SettingsTab({ connection, mayManage }: TabProps) {
  const { companyId, configure } = useConnecting();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { settingFields: fields, settings } = connection;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const read = readSettings(fields, new FormData(event.currentTarget));
    setErrors(read.errors);
    if (Object.keys(read.errors).length > 0) return;
    try {
      await configure.mutateAsync({ companyId, connectionId: connection.id, settings: read.settings });
      toast.success("Settings saved. They apply from the next collection.");
    } catch (error) {
      setErrors(error instanceof AppError ? error.fields : {});
      showError(error, "The settings could not be saved");
    }
  }
  return (
    <form noValidate className="stack" onSubmit={(event) => void submit(event)}>
      {fields.map((field) => (
        <Setting
          key={field.name}
          field={field}
          value={settings[field.name]}
          error={errors[field.name]}
          disabled={!mayManage}
        />
      ))}
      {mayManage ? (
        <Button type="submit" kind="primary" className="connection-way" busy={configure.isPending && "Saving..."}>
          Save
        </Button>
      ) : (
        <p className="quiet">Only owners and admins can change these.</p>
      )}
    </form>
  );
}

interface SettingProps {
  field: SettingField;
  value: ConnectionDetails["settings"][string] | undefined;
  error: string | undefined;
  disabled: boolean;
}

function Setting({ field: { name, label, help, kind }, value, error, disabled }: SettingProps) {
  if (kind === "switch")
    return <Switch name={name} label={label} note={help} defaultChecked={value === true} disabled={disabled} />;
  const facts = { name, defaultValue: settingText(value), disabled, spellCheck: false } as const;
  return (
    <Field label={label} help={help} error={error}>
      {kind === "lines" ? (
        <Textarea {...facts} rows={4} />
      ) : (
        <Input {...facts} inputMode={kind === "number" ? "decimal" : undefined} autoComplete="off" />
      )}
    </Field>
  );
}
