import type { ComponentProps } from "react";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { typedAddress } from "./typed-address.ts";

type AddressFieldProps = { error: string | undefined } & ComponentProps<typeof Input>;

/** The field `Email` of the pages of access; it has what was typed into the one before it. */
export function AddressField({ error, ...input }: AddressFieldProps) {
  return (
    <Field label="Email" error={error}>
      <Input
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={typedAddress.read()}
        onInput={(event) => typedAddress.write(event.currentTarget.value)}
        {...input}
      />
    </Field>
  );
}
