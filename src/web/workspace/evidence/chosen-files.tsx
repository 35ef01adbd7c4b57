import { RotateCw, X } from "lucide-react";
import { Button } from "#web/design/button.tsx";
import { FieldError } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { spokenNumber } from "../exhibit-numbers.ts";
import { removeFile, renameFile } from "./filing-store.ts";
import type { ChosenFile, Filing } from "./filing-store.ts";

interface ChosenFilesProps {
  companyId: string;
  filing: Filing;
  error: string | undefined;
  /** Tries one that failed again. */
  onRetry: (key: string) => void;
}

/** The files chosen so far: each with its name when there are several, how much of it has left, or why it did not. */
export function ChosenFiles({ companyId, filing, error, onRetry }: ChosenFilesProps) {
  const { files, busy } = filing;
  if (files.length === 0) return null;
  return (
    <ul className="file-list" aria-label="Chosen files">
      {files.map((file, index) => {
        const under = file.state === "sending" || file.state === "broken";
        return (
          <li key={file.key}>
            {files.length > 1 ? (
              <Input
                aria-label={`Name of ${file.file.name}`}
                aria-invalid={(error && file.name.trim() === "") || undefined}
                value={file.name}
                disabled={under}
                onChange={(event) => renameFile(companyId, index, event.target.value)}
              />
            ) : (
              <span className="cut-off">{file.file.name}</span>
            )}
            <span className="one-line faint">{progressOf(file)}</span>
            <span className="row">
              {file.state === "failed" && !busy && (
                <Button kind="quiet" size="small" icon={RotateCw} iconOnly onClick={() => onRetry(file.key)}>
                  {`Try ${file.file.name} again`}
                </Button>
              )}
              <Button
                kind="quiet"
                size="small"
                icon={X}
                iconOnly
                onClick={(event) => {
                  // The button goes with its file; one goes on where files are chosen.
                  event.currentTarget.closest("form")?.querySelector<HTMLElement>("input[type='file']")?.focus();
                  removeFile(companyId, file.key);
                }}
              >
                {`${under ? "Cancel" : "Remove"} ${file.file.name}`}
              </Button>
            </span>
            {under && (
              <progress
                className="work-bar full"
                aria-label={`Uploading ${file.file.name}`}
                value={file.sent}
                max={file.file.size}
              />
            )}
            {file.same && file.state === "waiting" && (
              <p className="full quiet">
                The same file is already on file as{" "}
                {file.same.map(({ exhibit, name }) => `${spokenNumber(exhibit)} ${name}`).join(", ")}. You can add it
                again.
              </p>
            )}
            {file.problem && (
              <div className="full">
                <FieldError id={`problem-${file.key}`} error={file.problem} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function progressOf({ state, sent, file }: ChosenFile): string {
  if (state === "broken") return "Waiting for the connection";
  if (state !== "sending") return byteSize(file.size);
  return sent >= file.size ? "Sealing" : `${byteSize(sent)} of ${byteSize(file.size)}`;
}
