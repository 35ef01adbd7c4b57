import { Fragment } from "react";
import { longDate, exactTime } from "#web/design/dates.ts";
import { Dialog, DialogBody } from "#web/design/dialog.tsx";
import { spokenNumber } from "../../exhibit-numbers.ts";
import { SealedWords } from "./sealed-table.tsx";
import { stateOf, titleOf, withheldWords } from "./sealed.ts";
import type { SealedRecord, SealedRegister } from "./sealed.ts";

interface RecordDialogProps {
  register: SealedRegister;
  record: SealedRecord;
  onClose: () => void;
}

/** Every field of a sealed record, with when and in which exhibit it was sealed. */
export function RecordDialog({ register, record, onClose }: RecordDialogProps) {
  const title = titleOf(register, record);
  return (
    <Dialog title={title === null ? record.number : `${record.number} ${title}`} onClose={onClose} width="wide">
      <DialogBody>
        <p className="quiet below-16">
          {stateOf(register, record)}. {approvalWords(record)}Sealed in {spokenNumber(register.exhibit)} on{" "}
          {exactTime(register.sealedAt)}. {record.withheld > 0 && `${withheldWords(record.withheld)}.`}
        </p>
        <dl className="facts sealed-facts">
          {register.fields.map(({ key, label }) => (
            <Fragment key={key}>
              <dt>{label}</dt>
              <dd>
                <SealedWords value={record.values.find(({ field }) => field === key)} />
              </dd>
            </Fragment>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}

function approvalWords({ approval }: SealedRecord): string {
  if (!approval) return "";
  return `Approved on ${longDate(approval.at)}${approval.alone ? " by its author, because nobody else could" : " by another person"}. `;
}
