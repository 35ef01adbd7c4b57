import { signatureBytes, unreadableKind } from "#domain/file-signature.ts";
import type { Unreadable } from "#domain/file-signature.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import type { ChosenFile } from "./filing-store.ts";

/** A chosen file that auditors cannot read. */
export interface UnreadableFile {
  readonly key: string;
  readonly name: string;
  readonly kind: Unreadable;
}

/** The programs and archives among files, by their first bytes and not by their names. */
export async function findUnreadable(files: readonly ChosenFile[]): Promise<readonly UnreadableFile[]> {
  const found = await Promise.all(
    files.map(async ({ key, file }) => {
      // A file that was moved meanwhile cannot be read; to file it says so.
      const start = await file
        .slice(0, signatureBytes)
        .arrayBuffer()
        .catch(() => new ArrayBuffer(0));
      const kind = unreadableKind(new Uint8Array(start));
      return kind && { key, name: file.name, kind };
    }),
  );
  return found.filter((item) => item !== undefined);
}

interface UnreadableQuestionProps {
  files: readonly UnreadableFile[];
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks once, for all of them, whether they are to be filed all the same. */
export function UnreadableQuestion({ files, onCancel, onConfirm }: UnreadableQuestionProps) {
  const [first] = files;
  const isOne = files.length === 1;
  return (
    <Dialog title={isOne ? `Add ${first?.name}?` : `Add ${files.length} programs and archives?`} onClose={onCancel}>
      <DialogBody>
        {isOne && first ? (
          <p>
            {first.name} is {aKind(first.kind)}. Auditors cannot read it as evidence. Add it anyway?
          </p>
        ) : (
          <>
            <p>Auditors cannot read these files as evidence. Add them anyway?</p>
            <ul className="lines">
              {files.map(({ key, name, kind }) => (
                <li key={key}>
                  {name} is {aKind(kind)}.
                </li>
              ))}
            </ul>
          </>
        )}
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button kind="primary" onClick={onConfirm}>
          Add anyway
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const aKind = (kind: Unreadable) => (kind === "program" ? "a program" : "an archive");
