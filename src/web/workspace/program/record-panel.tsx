import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Calculator, CheckCheck, ChevronDown, ChevronUp, PenLine, Plug, RotateCcw, Stamp } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { api } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { Button } from "#web/design/button.tsx";
import { exactTime, longDate } from "#web/design/dates.ts";
import { Icon } from "#web/design/icon.tsx";
import { Mark } from "#web/design/mark.tsx";
import { Screen } from "#web/design/screen.tsx";
import { PanelSection, PanelTitle, SidePanel } from "#web/design/side-panel.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useWorkspace } from "../company-context.tsx";
import { CopyLink } from "../copy-link.tsx";
import { EndDialog } from "./end-dialog.tsx";
import { FieldWords } from "./field-words.tsx";
import { ExerciseReport } from "./exercise-report.tsx";
import { HoldCustodians } from "./hold-custodians.tsx";
import { InMatter } from "./in-matter.tsx";
import { PersonAccounts } from "./person-accounts.tsx";
import { RecordDeadlines } from "./record-deadlines.tsx";
import { EditRecord } from "./record-form.tsx";
import { LinkedFrom } from "./linked-from.tsx";
import { RecordHistory } from "./record-history.tsx";
import { RecordNext } from "./record-next.tsx";
import { useMatterOfRecords } from "../matter-of-records.ts";
import { addressInMatter, addressOfRegister, originWords, stateOf } from "./registers.ts";
import type { RecordDetails, Register, RegisterField } from "./registers.ts";
import { useActs } from "./use-acts.ts";
import type { Doing } from "./use-record-view.ts";
import { WithdrawApprovalDialog } from "./withdraw-approval-dialog.tsx";

interface RecordPanelProps {
  register: Register;
  recordId: string;
  /** The record above in the list, where there is one. */
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  doing: Doing | "";
  onDo: (what: Doing) => void;
  /** What was opened over the panel is closed. */
  onDone: () => void;
  onClose: () => void;
}

/** One record: its fields with where each comes from, what can be done with it, and its history. */
export function RecordPanel(props: RecordPanelProps) {
  const { register, recordId, previous, next, doing, onDo, onDone, onClose } = props;
  const { company } = useWorkspace();
  const matter = useMatterOfRecords();
  const input = { companyId: company.id, register: register.key, recordId, ...matter };
  const answer = useQuery(api.registers.get.queryOptions({ input }));
  const record = answer.data;
  const mayEdit = register.may.write && record !== undefined && record.state !== "ended";
  return (
    <SidePanel
      label={`${register.singular} details`}
      backTo={register.label}
      onClose={onClose}
      steps={
        <>
          <Button kind="quiet" size="small" icon={ChevronUp} iconOnly disabled={!previous} onClick={previous}>
            Previous record
          </Button>
          <Button kind="quiet" size="small" icon={ChevronDown} iconOnly disabled={!next} onClick={next}>
            Next record
          </Button>
        </>
      }
      actions={
        record && (
          <>
            <CopyLink
              to={`${matter.matterId ? addressInMatter(matter.matterId, register.key) : `${addressOfRegister(register.key)}?`}record=${recordId}`}
            />
            {mayEdit && (
              <>
                <Button kind="quiet" size="small" onClick={() => onDo("end")}>
                  End
                </Button>
                <Button size="small" icon={PenLine} aria-keyshortcuts="e" onClick={() => onDo("edit")}>
                  Edit
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <Screen data={answer} loading={<SkeletonLines lines={10} />} empty={null}>
        {(details) => <Details register={register} record={details} />}
      </Screen>
      {/* What was typed is not lost when another person ends the record meanwhile: saving is refused with why. */}
      {register.may.write && record && doing === "edit" && (
        <EditRecord register={register} record={record} onClose={onDone} />
      )}
      {mayEdit && doing === "end" && <EndDialog register={register} records={[record]} onClose={onDone} />}
    </SidePanel>
  );
}

function Details({ register, record }: { register: Register; record: RecordDetails }) {
  return (
    <>
      <PanelTitle>{record.title}</PanelTitle>
      <p className="quiet above-2">
        <span className="mono">{record.number}</span>, added by {record.createdBy.name} on {longDate(record.createdAt)}
      </p>
      {record.matter ? (
        <InMatter register={register} record={record} />
      ) : (
        <>
          <Standing register={register} record={record} />
          <RecordNext register={register} record={record} />
        </>
      )}
      {record.deadlines && record.deadlines.clocks.length > 0 && (
        <RecordDeadlines deadlines={record.deadlines} closedAt={record.fields["closedAt"]} />
      )}
      <dl className="record-fields">
        {register.fields.map((field) => (
          <div key={field.key}>
            <dt>{field.label}</dt>
            <dd>
              <span className="record-value" data-type={field.type}>
                <FieldWords field={field} record={record} />
              </span>
              {record.fields[field.key] !== undefined && <Origin of={field} />}
            </dd>
          </div>
        ))}
      </dl>
      {register.key === "legal-holds" && !record.matter && record.state === "waiting" && (
        <p className="notice">
          This hold binds now. Until another person approves it, one person can lift it, or what it adds to what was
          approved.
        </p>
      )}
      {register.key === "legal-holds" && !record.matter && <HoldCustodians holdId={record.id} />}
      {register.key === "incidents" && <ExerciseReport record={record} mayWrite={register.may.write} />}
      {register.key === "people" && <PersonAccounts person={record} />}
      <LinkedFrom of={record} />
      {record.overTime.length > 0 && <OverTime entries={record.overTime} />}
      <PanelSection title="History">
        <RecordHistory register={register} history={record.history} links={record.links} />
      </PanelSection>
    </>
  );
}

/** How what is computed changed, newest first. */
function OverTime({ entries }: { entries: RecordDetails["overTime"] }) {
  const labels = [...new Set(entries.map(({ label }) => label))];
  return (
    <PanelSection title={`${labels.join(", ")} over time`}>
      <ul className="over-time">
        {entries.map(({ at, field, value, because }) => (
          <li key={`${field} ${at}`}>
            <b className="strong">{value}</b>
            <time className="fine faint" dateTime={at}>
              {longDate(at)}
            </time>
            <span className="fine quiet">{because}</span>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

const icons: Record<RegisterField["origin"], LucideIcon> = {
  "done here": CheckCheck,
  collected: Plug,
  filed: Stamp,
  stated: PenLine,
  derived: Calculator,
  said: PenLine,
};

/** Where a value comes from: typing is not evidence, so each says it. */
function Origin({ of: { origin } }: { of: RegisterField }) {
  const { word, why } = originWords[origin];
  return (
    <span className="record-origin" title={why}>
      <Icon of={icons[origin]} size={11} />
      {word}
    </span>
  );
}

/** How the record stands, with the one thing to do about it. */
function Standing({ register, record }: { register: Register; record: RecordDetails }) {
  const acts = useActs(register);
  const [withdraws, setWithdraws] = useState(false);
  const { word, isOver } = stateOf(register, record, timeNow());
  const isOpen = record.state === "open" && !isOver;
  const { ended, approval, mayApprove } = record;
  return (
    <div className="record-standing">
      <div className="narrows">
        <Mark finding={isOpen ? "sealed" : record.state === "waiting" ? "unknown" : "not applicable"}>{word}</Mark>
        {ended && (
          <p className="fine quiet wraps">
            {exactTime(ended.at)}. “{ended.reason}”
          </p>
        )}
        {ended?.approval && (
          <p className="fine quiet">
            End approved by {ended.approval.by.name}
            {ended.approval.alone && ", because nobody else could"}, {exactTime(ended.approval.at)}
          </p>
        )}
        {ended?.waiting && !mayApprove && (
          <p className="fine quiet">Another person must approve the end: you ended it, or your role may not approve.</p>
        )}
        {approval && (
          <p className="fine quiet">
            Approved by {approval.by.name}
            {approval.alone && ", because nobody else could"}, {exactTime(approval.at)}
          </p>
        )}
        {record.state === "waiting" && !mayApprove && (
          <p className="fine quiet">Another person must approve it: you wrote it, or your role may not approve.</p>
        )}
      </div>
      {ended && register.may.write && (
        <Button size="small" icon={RotateCcw} onClick={() => void acts.reopen(record)}>
          Reopen
        </Button>
      )}
      {mayApprove && (
        <Button size="small" kind="primary" icon={CheckCheck} onClick={() => void acts.approve(record)}>
          {ended ? "Approve end" : "Approve"}
        </Button>
      )}
      {approval && !ended && register.may.approve && register.key !== "legal-holds" && (
        <Button size="small" kind="quiet" icon={RotateCcw} onClick={() => setWithdraws(true)}>
          Withdraw approval
        </Button>
      )}
      {withdraws && <WithdrawApprovalDialog register={register} record={record} onClose={() => setWithdraws(false)} />}
    </div>
  );
}
