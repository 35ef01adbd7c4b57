import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod";
import type { contract } from "#web/contract.ts";
import { client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { FileDrop } from "#web/design/file-drop.tsx";
import { Mark } from "#web/design/mark.tsx";
import { useWorkspace } from "../company-context.tsx";
import { decodeCsv } from "./csv-text.ts";
import { countedRecords, isTyped, plural } from "./registers.ts";
import type { Register } from "./registers.ts";
import { importedWords, useActs } from "./use-acts.ts";

type Preview = z.output<typeof contract.registers.previewCsv.output>;

/** No character of CSV takes more bytes, so a larger file has too many characters; it is not read at all. */
const mostBytes = 4 * 900_000;

/** Choose a file, see what it would do and every row that is wrong, then import all of it or nothing. */
export function ImportDialog({ register, onClose }: { register: Register; onClose: () => void }) {
  const { company } = useWorkspace();
  const acts = useActs(register);
  const [chosen, setChosen] = useState<{ readonly name: string; readonly csv: string }>();
  const reading = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > mostBytes) throw new Error("This file is too large. Split it.");
      const csv = decodeCsv(await file.arrayBuffer());
      const preview = await client.registers.previewCsv({ companyId: company.id, register: register.key, csv });
      setChosen({ name: file.name, csv });
      return preview;
    },
    onMutate: () => setChosen(undefined),
  });
  const importing = useMutation({
    mutationFn: (csv: string) => acts.importCsv(csv),
    onSuccess: onClose,
    onError: (error) => showError(error, "The file could not be imported"),
  });
  const preview = chosen && reading.data;
  const nothing = preview !== undefined && preview.added + preview.changed === 0;
  return (
    <Dialog title={`Import ${plural(register)}`} width="wide" onClose={importing.isPending ? undefined : onClose}>
      <DialogBody>
        <Field label="CSV file" error={reading.error?.message}>
          <FileDrop
            accept=".csv,.tsv,.txt,text/csv"
            onFiles={([file]) => file && reading.mutate(file)}
            hint="CSV with a header row, up to 10,000 rows"
          />
        </Field>
        {reading.isPending && (
          <p className="compact quiet" role="status">
            Reading the file...
          </p>
        )}
        {preview ? (
          <PreviewOf register={register} preview={preview} name={chosen.name} />
        ) : (
          <Expected register={register} />
        )}
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" disabled={importing.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          disabled={!preview || preview.wrong > 0 || nothing}
          busy={importing.isPending && "Importing..."}
          onClick={() => chosen && importing.mutate(chosen.csv)}
        >
          Import
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** Which columns a file may have, before one is chosen. */
function Expected({ register }: { register: Register }) {
  const fields = register.fields.filter(isTyped);
  const names = (required: boolean) =>
    fields
      .filter((field) => field.required === required)
      .map(({ label }) => label)
      .join(", ");
  return (
    <dl className="facts compact">
      <dt>Required</dt>
      <dd>{names(true)}</dd>
      {names(false) && (
        <>
          <dt>Optional</dt>
          <dd>{names(false)}</dd>
        </>
      )}
      <dt>Matching</dt>
      <dd>
        A row whose number is on the list changes that {register.singular}. Every other row is added. Download the list
        as CSV to get a file with every column.
      </dd>
    </dl>
  );
}

/** What a file would do. */
export function PreviewOf({ register, preview, name }: { register: Register; preview: Preview; name: string }) {
  const { added, changed, unchanged, wrong, problems, notes, columns, sample } = preview;
  const left = columns.filter(({ field }) => field === null).map(({ header }) => header);
  const title = register.title;
  return (
    <div className="stack" aria-live="polite">
      <p className="apart compact">
        <span className="wraps">{name}</span>
        {wrong > 0 ? (
          <Mark finding="failing">
            {wrong.toLocaleString("en-US")} {wrong === 1 ? "row is" : "rows are"} wrong
          </Mark>
        ) : (
          <Mark finding="sealed">{importedWords(added, changed)}</Mark>
        )}
      </p>
      <p className="compact quiet">
        {wrong > 0
          ? "Nothing is imported while a row is wrong. Fix the file and choose it again."
          : `${countedRecords(register, added)} will be added, ${changed.toLocaleString("en-US")} changed, ${unchanged.toLocaleString("en-US")} stay as they are.`}
        {left.length > 0 && ` Left out: ${left.map((header) => header || "a column without a name").join(", ")}.`}
      </p>
      {problems.length > 0 && <Rows label="Wrong rows" says="What is wrong" rows={problems} />}
      {wrong === 0 && notes.length > 0 && (
        <>
          <p className="compact">These rows can be imported, and pass no check as they are.</p>
          <Rows label="Rows with something missing" says="What is missing or late" rows={notes} />
        </>
      )}
      {wrong === 0 && sample.length > 0 && (
        <p className="compact quiet wraps">
          First rows:{" "}
          {sample
            .slice(0, 5)
            .map(({ fields, number }) => String(fields[title] ?? number))
            .join(", ")}
        </p>
      )}
    </div>
  );
}

/** Rows of a file, each with what is said of it. */
function Rows({ label, says, rows }: { label: string; says: string; rows: Preview["problems"] }) {
  return (
    <div className="import-problems" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">{says}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, column, message }, index) => (
            <tr key={index}>
              <td>{row}</td>
              <td className="wraps">{column ?? "Whole row"}</td>
              <td className="wraps">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
