import { useState } from "react";
import { linksIn } from "#domain/file-link.ts";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { Textarea } from "#web/design/input.tsx";
import { useWorkspace } from "../../company-context.tsx";
import { addLinks } from "./add-links.ts";
import { useFileSources } from "./file-sources.tsx";
import { namesOf, noLink } from "./source-names.ts";
import { useToTable } from "./to-table.tsx";
import type { Chosen } from "./to-table.tsx";

/** From the dialog to the table of many, with links: there each file is named, read and added. Nothing where no source is set up. */
export function LinksToTable(chosen: Chosen) {
  const { company } = useWorkspace();
  const sources = useFileSources();
  const goToTable = useToTable(chosen);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  if (sources.length === 0) return null;
  function go() {
    if (linksIn(text).length === 0) return setError(noLink);
    goToTable((presets) => void addLinks(company.id, text, presets));
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
