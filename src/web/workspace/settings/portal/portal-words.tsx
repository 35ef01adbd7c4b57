import { Checkbox } from "#web/design/choice.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Textarea } from "#web/design/input.tsx";
import type { PortalSettings } from "./portal-tab.tsx";

interface PortalWordsProps {
  draft: PortalSettings;
  errors: Readonly<Record<string, string>>;
  change: (changes: Partial<PortalSettings>) => void;
}

/** What stands over the claims, and whom a visitor may write to. */
export function PortalWords({ draft, errors, change }: PortalWordsProps) {
  return (
    <div className="portal-words-form">
      <Field label="Title" error={errors["title"]}>
        <Input value={draft.title} onChange={(event) => change({ title: event.target.value })} />
      </Field>
      <Field label="Introduction" help="An empty line starts a new paragraph." error={errors["introduction"]}>
        <Textarea
          rows={5}
          value={draft.introduction}
          onChange={(event) => change({ introduction: event.target.value })}
        />
      </Field>
      <Field
        label="Contact email"
        help="Optional. Visitors can request a report at this address."
        error={errors["contact"]}
      >
        <Input
          type="email"
          value={draft.contact ?? ""}
          onChange={(event) => change({ contact: event.target.value === "" ? null : event.target.value })}
        />
      </Field>
      <Checkbox
        label="Allow search engines to list it"
        checked={draft.listed}
        onChange={(event) => change({ listed: event.target.checked })}
      />
    </div>
  );
}
