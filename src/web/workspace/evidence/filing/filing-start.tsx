import { FolderUp } from "lucide-react";
import { useRef } from "react";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { FileDrop } from "#web/design/file-drop.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { maxEvidenceBytes } from "#web/contract.ts";
import { mostRows } from "./batch.ts";
import type { PathFile, Presets } from "./batch.ts";
import { FromLinks } from "./from-links.tsx";
import { HiddenFiles } from "./hidden-files.tsx";

interface FilingStartProps {
  presets: Presets;
  onFiles: (files: readonly PathFile[]) => void;
  reading: boolean;
}

/** Where files come in, and what may come. */
export function FilingStart({ onFiles, reading, presets }: FilingStartProps) {
  const folder = useRef<HTMLInputElement>(null);
  return (
    <div className="filing-start">
      <Field label="Files">
        <FileDrop
          multiple
          onFiles={(files) => onFiles(files.map((file) => ({ file, path: file.name })))}
          hint={`Up to ${mostRows} files of ${byteSize(maxEvidenceBytes)} each, folders and ZIP archives too. You can also paste.`}
        />
      </Field>
      <p>
        <Button icon={FolderUp} busy={reading && "Reading..."} onClick={() => folder.current?.click()}>
          Choose a folder
        </Button>
        <HiddenFiles input={folder} label="Files of a folder" onFiles={onFiles} folder />
      </p>
      <FromLinks presets={presets} />
      <section aria-label="What you can bring">
        <h2 className="title-card">What you can bring</h2>
        <dl className="filing-ways">
          <dt>Files</dt>
          <dd>We read names and contents on this server, and suggest a document, control, type and date for each.</dd>
          <dt>A folder with an index</dt>
          <dd>
            A CSV file in the folder fills the table. Its columns: <code>file</code>, <code>title</code>,{" "}
            <code>control or requirement</code>, <code>document</code>, <code>type</code>, <code>date</code>. Only{" "}
            <code>file</code> and one other are required.
          </dd>
          <dt>An export of Drata</dt>
          <dd>The ZIP of Audit Hub. Folder names suggest documents, and its manifest files are left out.</dd>
          <dt>An export of Vanta</dt>
          <dd>A folder or ZIP of your downloaded documents. Folder and file names suggest documents.</dd>
        </dl>
        <p className="fine quiet">
          A suggestion decides nothing. A document counts once another person has reviewed it.
        </p>
      </section>
    </div>
  );
}
