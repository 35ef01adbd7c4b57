import type { ReactNode } from "react";
import { useMemo } from "react";
import { DialogBody } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, PasswordInput, SecretArea, Textarea } from "#web/design/input.tsx";
import { FormWatch } from "#web/form-watch.ts";
import { useSchemaForm } from "#web/form.ts";
import type { LinkMethod } from "../connection.ts";
import { linkSchema } from "./link-fields.ts";

interface LinkFormProps {
  method: LinkMethod;
  send: (values: Record<string, string>) => Promise<void>;
  /** What stands before the fields, and after them. */
  children: ReactNode;
  after: ReactNode;
  foot: (busy: boolean) => ReactNode;
}

/** The fields of one way to connect. Nobody keeps what is typed here for later: some of it is secret. */
export function LinkForm(props: LinkFormProps) {
  return (
    <FormWatch value={null}>
      <UnwatchedForm {...props} />
    </FormWatch>
  );
}

function UnwatchedForm({ method, send, children, after, foot }: LinkFormProps) {
  const schema = useMemo(() => linkSchema(method), [method]);
  const { attributes, errors, busy } = useSchemaForm(schema, async (values, refuse) => {
    try {
      await send(values);
    } catch (error) {
      refuse(error, "Failed to connect");
    }
  });
  return (
    <form {...attributes} className="unboxed" autoComplete="off">
      <DialogBody>
        {children}
        {method.fields.map((field) => (
          <Field key={field.name} label={field.label} help={field.help} error={errors[field.name]}>
            <ValueInput field={field} />
          </Field>
        ))}
        {after}
      </DialogBody>
      {foot(busy)}
    </form>
  );
}

function ValueInput({ field: { name, placeholder, secret, multiline } }: { field: LinkMethod["fields"][number] }) {
  const facts = { name, placeholder, spellCheck: false, autoCapitalize: "none" } as const;
  if (multiline)
    return secret ? <SecretArea {...facts} rows={5} /> : <Textarea {...facts} rows={5} autoComplete="off" />;
  // A password manager offers nothing for "new-password" that it knows of this site.
  return secret ? <PasswordInput {...facts} autoComplete="new-password" /> : <Input {...facts} autoComplete="off" />;
}
