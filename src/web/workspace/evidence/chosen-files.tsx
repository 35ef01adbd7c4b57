import { X } from "lucide-react";
import { Button } from "#web/design/button.tsx";
import { FieldError } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { byteSize } from "#web/design/sizes.ts";
import type { ChosenFile, Filing } from "./use-filing.ts";

/** The files chosen so far: each with its name when there are several, how much of it has left, or why it did not. */
export function ChosenFiles({ filing, error }: { filing: Filing; error: string | undefined }) {
  const { files, busy } = filing;
  if (files.length === 0) return null;
  return (
    <ul className="file-list" aria-label="Chosen files">
      {files.map((file, index) => (
        <li key={file.key}>
          {files.length > 1 ? (
            <Input
              aria-label={`Name of ${file.file.name}`}
              aria-invalid={(error && file.name.trim() === "") || undefined}
              value={file.name}
              onChange={(event) => filing.rename(index, event.target.value)}
            />
          ) : (
            <span className="truncate">{file.file.name}</span>
          )}
          <span className="whitespace-nowrap text-ink-3">{progressOf(file)}</span>
          <Button kind="quiet" size="small" icon={X} iconOnly disabled={busy} onClick={() => filing.remove(file.key)}>
            {`Remove ${file.file.name}`}
          </Button>
          {file.state === "sending" && (
            <progress
              className="work-bar full"
              aria-label={`Uploading ${file.file.name}`}
              value={file.sent}
              max={file.file.size}
            />
          )}
          {file.problem && (
            <div className="full">
              <FieldError id={`problem-${file.key}`} error={file.problem} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function progressOf({ state, sent, file }: ChosenFile): string {
  if (state !== "sending") return byteSize(file.size);
  return sent >= file.size ? "Sealing" : `${byteSize(sent)} of ${byteSize(file.size)}`;
}
