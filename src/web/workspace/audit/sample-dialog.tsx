import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { longDate } from "#web/design/dates.ts";
import { Dialog, DialogBody } from "#web/design/dialog.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import { useWorkspace } from "../company-context.tsx";
import { drawnFrom } from "./audit.ts";
import { GoneItem } from "./gone-item.tsx";
import { RecordDialog } from "./registers/record-dialog.tsx";
import { SealedTable } from "./registers/sealed-table.tsx";
import type { SealedRecord, SealedRegister } from "./registers/sealed.ts";

/** The items or records of a sample, and how anyone draws it again. */
export function SampleDialog({ sampleId, onClose }: { sampleId: string; onClose: () => void }) {
  const { company } = useWorkspace();
  const answer = useQuery(api.audit.getSample.queryOptions({ input: { companyId: company.id, sampleId } }));
  return (
    <Dialog title="Sample" onClose={onClose} width="wide">
      <DialogBody>
        <Screen data={answer} loading={<SkeletonLines lines={8} />} empty={null}>
          {({ sample, items, records, gone }) => (
            <>
              <p>
                {sample.size} of {sample.population.toLocaleString("en-US")} {sample.register ? "records" : "items"}
                {sample.control && ` for ${sample.control}`}. {drawnFrom(sample)}. Seed{" "}
                <span className="mono">{sample.seed}</span>.
              </p>
              <p className="small quiet">
                To reproduce it, compute the SHA-256 of seed|n for each {sample.register ? "record" : "item"}'s number
                n, without leading zeros. The {sample.register ? "records" : "items"} with the smallest hashes form the
                sample.
              </p>
              {records && <SampledRecords {...records} />}
              {!sample.register && (
                <ul aria-label="Items of the sample">
                  {items.map(({ id, exhibit, name, collectedAt }) => (
                    <li key={id} className="padded-4">
                      <Link className="link" to={`/dashboard/evidence?item=${id}`}>
                        <span className="exhibit-number">{spokenNumber(exhibit)}</span> {name}
                      </Link>
                      <span className="small faint"> collected {longDate(collectedAt)}</span>
                    </li>
                  ))}
                </ul>
              )}
              {gone.map((item) => (
                <GoneItem key={item.exhibit} item={item} />
              ))}
            </>
          )}
        </Screen>
      </DialogBody>
    </Dialog>
  );
}

function SampledRecords({ register, rows }: { register: SealedRegister; rows: readonly SealedRecord[] }) {
  const [open, setOpen] = useState<SealedRecord>();
  return (
    <>
      <SealedTable register={register} records={rows} onOpen={setOpen} />
      {open && <RecordDialog register={register} record={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
