import { useState } from "react";
import { useNavigate } from "react-router";
import { linksIn } from "#domain/file-link.ts";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { Textarea } from "#web/design/input.tsx";
import { useWorkspace } from "../../company-context.tsx";
import { addLinks } from "./add-links.ts";
import type { Presets } from "./batch.ts";
import { useFileSources } from "./file-sources.tsx";
import { namesOf } from "./source-names.ts";

interface LinksToTableProps {
  presets: Presets;
  /** The control that one came from. */
  control: string | undefined;
  /** Takes what else was chosen along. */
  onLeave: () => void;
}

/** From the dialog to the table of many, with links: there each file is named, read and added. */
export function LinksToTable({ presets, control, onLeave }: LinksToTableProps) {
  const { company } = useWorkspace();
  const navigate = useNavigate();
  const sources = useFileSources();
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  if (sources.length === 0) return null;
  function go() {
    if (linksIn(text).length === 0) return setError("Paste at least one link, beginning with https://.");
    onLeave();
    void addLinks(company.id, text, presets);
    void navigate(`/dashboard/evidence/add${control ? `?control=${control}` : ""}`);
  }
  const names = namesOf(sources.map(({ name }) => name));
  return (
    <Field label="Or paste links" error={error} help={`One a line, from ${names}.`}>
      <Textarea rows={2} spellCheck={false} value={text} onChange={(event) => setText(event.target.value)} />
      {text.trim() !== "" && (
        <p>
          <Button onClick={go}>Continue with links</Button>
        </p>
      )}
    </Field>
  );
}
