import { suggestDocument } from "#domain/documents/suggest-document.ts";
import { usualPeriod } from "#domain/documents/document-state.ts";
import { timeNow } from "#web/clock.ts";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { Select } from "#web/design/input.tsx";
import { api, client, queryClient } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { DocumentOptions } from "./document-options.tsx";
import { PeriodFields } from "./period-fields.tsx";
import type { Period } from "./period-fields.tsx";
import type { ExpectedDocument } from "./documents.ts";
import "./documents.css";

/** What an item is filed as besides its controls. */
export interface ChosenDocument extends Period {
  readonly document: ExpectedDocument;
}

/** A document with the period that it usually covers, for an item of today. */
export function chosen(document: ExpectedDocument): ChosenDocument {
  return { document, ...usualPeriod(document, timeNow().toISOString().slice(0, 10)) };
}

interface FileAsProps {
  /** The documents of the controls that the item is filed under. */
  documents: readonly ExpectedDocument[];
  titleOf: (controlId: string) => string;
  /** The item's name, which may sound like one of them. */
  name: string;
  value: ChosenDocument | undefined;
  error: string | undefined;
  onChange: (value: ChosenDocument | undefined) => void;
}

/** What a new item is filed as: one of the documents that its controls expect, or supporting evidence. */
export function FileAs({ documents, titleOf, name, value, error, onChange }: FileAsProps) {
  const suggested = value ? undefined : suggestDocument(documents, name);
  const choose = (id: string) => {
    const document = documents.find((document) => document.id === id);
    onChange(document && chosen(document));
  };
  return (
    <>
      <Field
        label="File as"
        help={
          suggested ? (
            <>
              The name suggests “{suggested.title}”.{" "}
              <Button kind="quiet" size="small" onClick={() => choose(suggested.id)}>
                Use it
              </Button>
            </>
          ) : value ? (
            "It is on file once a reviewer accepts it."
          ) : undefined
        }
      >
        <Select value={value?.document.id ?? ""} onChange={(event) => choose(event.target.value)}>
          <option value="">None: supporting evidence</option>
          <DocumentOptions documents={documents} titleOf={titleOf} />
        </Select>
      </Field>
      {value && (
        <PeriodFields
          key={value.document.id}
          period={value}
          latest={timeNow().toISOString().slice(0, 10)}
          errors={error ? { to: error } : {}}
          onChange={(period) => onChange({ document: value.document, from: period.from, to: period.to })}
        />
      )}
    </>
  );
}

/** Files items that were just added as the document. One that cannot be stays on file as supporting evidence, and the reason is shown. */
export async function fileAllAs(
  companyId: string,
  items: readonly { readonly id: string }[],
  { document, from, to }: ChosenDocument,
): Promise<void> {
  for (const { id: evidenceId } of items) {
    try {
      const { controlId, id: documentId } = document;
      await client.documents.file({ companyId, controlId, documentId, evidenceId, from, to });
    } catch (error) {
      showError(error, `The item was added, but not filed as ${document.title}.`);
    }
  }
  for (const queryKey of [api.documents.key(), api.controls.key()]) void queryClient.invalidateQueries({ queryKey });
}
