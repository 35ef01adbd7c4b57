import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod";
import { csvRow } from "#domain/csv.ts";
import { listTemplate } from "#domain/reviews/account-list.ts";
import { client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { timeNow } from "#web/clock.ts";
import type { contract } from "#web/contract.ts";
import { Button } from "#web/design/button.tsx";
import { Checkbox } from "#web/design/choice.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { FileDrop } from "#web/design/file-drop.tsx";
import { Input } from "#web/design/input.tsx";
import { saveFile } from "#web/download.ts";
import { newUploadKey } from "#web/upload.ts";
import { useWorkspace } from "../../company-context.tsx";
import { readCsvFile } from "../csv-text.ts";
import { ListPreview } from "../list-preview.tsx";
import { accountsOf } from "./reviews.ts";
import { useAddList } from "./use-add-list.ts";
import type { ChosenFile } from "./use-add-list.ts";

type Preview = z.output<typeof contract.reviews.previewList.output>;

interface ListDialogProps {
  systemId: string;
  system: string;
  onAdded?: () => void;
  onClose: () => void;
}

/** A larger file has more characters than a list may have; it is not read at all. */
const mostBytes = 4 * 900_000;

/** Choose the list of a system without a connection, see what it says row by row, then confirm that it is complete. */
export function ListDialog({ systemId, system, onAdded, onClose }: ListDialogProps) {
  const { company } = useWorkspace();
  const add = useAddList(systemId, system);
  const [chosen, setChosen] = useState<ChosenFile>();
  const [exportedFrom, setExportedFrom] = useState("");
  const [exportedOn, setExportedOn] = useState(() => timeNow().toISOString().slice(0, 10));
  const [isConfirmed, setConfirmed] = useState(false);
  const [isGoneConfirmed, setGoneConfirmed] = useState(false);
  const [asked, setAsked] = useState(false);
  const reading = useMutation({
    mutationFn: async (file: File): Promise<Preview> => {
      if (file.size > mostBytes) throw new Error("This file is too large. Split it.");
      const bytes = await file.arrayBuffer();
      const read = readCsvFile(bytes);
      const preview = await client.reviews.previewList({ companyId: company.id, systemId, csv: read.csv });
      setChosen({ fileName: file.name, bytes, ...read, key: newUploadKey() });
      return preview;
    },
    onMutate: () => {
      setChosen(undefined);
      setConfirmed(false);
      setGoneConfirmed(false);
    },
  });
  const preview = chosen && reading.data;
  const isReady = preview !== undefined && preview.wrong === 0 && preview.accounts > 0;
  function addAll() {
    setAsked(true);
    if (!chosen || !isReady || !isConfirmed || (preview.gone > 0 && !isGoneConfirmed)) return;
    if (exportedFrom.trim() === "" || exportedOn === "") return;
    add.mutate(
      { file: chosen, count: preview.accounts, gone: preview.gone, exportedFrom: exportedFrom.trim(), exportedOn },
      {
        onSuccess: () => {
          onAdded?.();
          onClose();
        },
        onError: (error) => showError(error, "The list could not be added"),
      },
    );
  }
  return (
    <Dialog title={`Upload accounts of ${system}`} width="wide" onClose={add.isPending ? undefined : onClose}>
      <DialogBody>
        <p className="compact quiet">
          {system} is not connected. Export its list of accounts there and upload it here. The file is filed as
          evidence.{" "}
          <button type="button" className="link" onClick={saveTemplate}>
            Download Template
          </button>
        </p>
        <Field label="CSV file" error={reading.error?.message}>
          <FileDrop
            accept=".csv,.tsv,.txt,text/csv"
            onFiles={([file]) => file && reading.mutate(file)}
            hint="A header row with Account and Email, up to 10,000 rows. Each person's account needs their work email."
          />
        </Field>
        {reading.isPending && (
          <p className="compact quiet" role="status">
            Reading the file...
          </p>
        )}
        {preview && <ListPreview preview={preview} name={chosen.fileName} />}
        {isReady && (
          <>
            <div className="review-start">
              <Field
                label="Exported from"
                error={asked && exportedFrom.trim() === "" ? "Say where you exported it" : undefined}
              >
                <Input
                  value={exportedFrom}
                  maxLength={200}
                  placeholder="Admin console, Members, Export"
                  onChange={({ target }) => setExportedFrom(target.value)}
                />
              </Field>
              <Field label="Exported on" error={asked && exportedOn === "" ? "Choose a date" : undefined}>
                <Input
                  type="date"
                  value={exportedOn}
                  max={timeNow().toISOString().slice(0, 10)}
                  onChange={({ target }) => setExportedOn(target.value)}
                />
              </Field>
            </div>
            <Checkbox
              label={`I confirm that ${system} shows ${accountsOf(preview.accounts)}, and that this list has them all.`}
              note={
                asked && !isConfirmed ? "Compare the count with what the system shows, then confirm it." : undefined
              }
              checked={isConfirmed}
              onChange={() => setConfirmed((before) => !before)}
            />
            {preview.gone > 0 && (
              <Checkbox
                label={`I confirm that ${accountsOf(preview.gone)} of the last list ${preview.gone === 1 ? "is" : "are"} gone from ${system}: ${shownOf(preview)}.`}
                note={
                  asked && !isGoneConfirmed ? "Check that the export has all accounts, then confirm it." : undefined
                }
                checked={isGoneConfirmed}
                onChange={() => setGoneConfirmed((before) => !before)}
              />
            )}
            {preview.otherColumn !== null && (
              <p className="compact quiet wraps">
                The last list named accounts by “{preview.otherColumn}”. This one names them by another column, so it
                cannot verify that removed accounts are gone.
              </p>
            )}
          </>
        )}
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" disabled={add.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" disabled={!isReady} busy={add.isPending && "Adding..."} onClick={addAll}>
          Add List
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function shownOf({ gone, goneSample }: Preview): string {
  const more = gone - goneSample.length;
  return `${goneSample.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function saveTemplate() {
  saveFile(new Blob([`\uFEFF${listTemplate.map(csvRow).join("")}`], { type: "text/csv" }), "accounts.csv");
}
