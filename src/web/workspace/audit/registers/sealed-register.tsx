import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowLeft, Dices } from "lucide-react";
import { useState } from "react";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { SearchInput, Select } from "#web/design/input.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useCan, useWorkspace } from "../../company-context.tsx";
import { PageTurns } from "../../page-turns.tsx";
import { usePaused } from "../../use-paused.ts";
import type { AuditScope } from "../audit.ts";
import { SampleDialog } from "../sample-dialog.tsx";
import { DrawRecordsDialog } from "./draw-records-dialog.tsx";
import { RecordDialog } from "./record-dialog.tsx";
import { SealedLine } from "./sealed-line.tsx";
import { SealedTable } from "./sealed-table.tsx";
import { counted, withheldWords } from "./sealed.ts";
import type { ListedRegister, SealedRecord, SealedSnapshot } from "./sealed.ts";

type State = SealedRecord["state"] | "all";

interface SealedRegisterPageProps {
  snapshot: SealedSnapshot;
  listed: ListedRegister;
  scope: AuditScope;
  onBack: () => void;
}

/** The records of a register as an exhibit has them, to search, to read one by one, and to draw a sample from. */
export function SealedRegisterPage({ snapshot, listed, scope, onBack }: SealedRegisterPageProps) {
  const { company } = useWorkspace();
  const mayDraw = useCan("audit.ask");
  const [state, setState] = useState<State>("all");
  const [text, setText] = useState("");
  const search = usePaused(text.trim());
  // Where each page begins, the one that is shown last.
  const [pages, setPages] = useState<readonly number[]>([0]);
  const [open, setOpen] = useState<SealedRecord>();
  const [drawing, setDrawing] = useState(false);
  const [drawn, setDrawn] = useState<string>();
  const after = pages.at(-1)!;
  const asked = useQuery({
    ...api.audit.records.queryOptions({
      input: {
        companyId: company.id,
        register: listed.key,
        evidenceId: snapshot.evidenceId,
        state,
        ...(search !== "" && { search }),
        after,
      },
    }),
    placeholderData: keepPreviousData,
  });
  const states = asked.data?.register.states ?? [];
  return (
    <section className="above-12" aria-labelledby="sealed-register">
      <Button kind="quiet" size="small" icon={ArrowLeft} onClick={onBack}>
        All Registers
      </Button>
      <h2 id="sealed-register" className="title-card above-12">
        {listed.label}
      </h2>
      <p className="quiet">{listed.summary}</p>
      <SealedLine snapshot={snapshot} />
      <div className="toolbar records-toolbar">
        <SearchInput
          label={`Search ${listed.label.toLowerCase()}`}
          placeholder={`Search ${listed.label.toLowerCase()}`}
          value={text}
          maxLength={200}
          onChange={(event) => {
            setText(event.target.value);
            setPages([0]);
          }}
        />
        <Select
          aria-label="State"
          value={state}
          onChange={(event) => {
            setState(event.target.value as State);
            setPages([0]);
          }}
        >
          <option value="all">All</option>
          {states.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
        {mayDraw && (
          <Button icon={Dices} onClick={() => setDrawing(true)}>
            Draw a Sample
          </Button>
        )}
      </div>
      <Screen
        data={asked}
        loading={<SkeletonRegister rows={8} columns={4} />}
        empty={{
          when: ({ records }) => records.length === 0,
          show: (
            <p className="padded-16 quiet">
              {search === "" ? "No records here." : `No record matches “${search}” in the values that are shown.`}
            </p>
          ),
        }}
      >
        {(page) => (
          <>
            <SealedTable register={page.register} records={page.records} onOpen={setOpen} />
            <div className="register-foot pages">
              <span role="status">
                {counted(page.total)}
                {listed.withheldFields > 0 && `, ${withheldWords(listed.withheldFields)} in each`}
              </span>
              <PageTurns
                previous={pages.length > 1 ? () => setPages(pages.slice(0, -1)) : undefined}
                next={page.next === null ? undefined : () => setPages([...pages, page.next!])}
                turning={asked.isPlaceholderData}
              />
            </div>
            {open && <RecordDialog register={page.register} record={open} onClose={() => setOpen(undefined)} />}
          </>
        )}
      </Screen>
      {drawing && (
        <DrawRecordsDialog
          scope={scope}
          snapshot={snapshot}
          listed={listed}
          states={states}
          state={state}
          onClose={() => setDrawing(false)}
          onDrawn={(id) => {
            setDrawing(false);
            setDrawn(id);
          }}
        />
      )}
      {drawn !== undefined && <SampleDialog sampleId={drawn} onClose={() => setDrawn(undefined)} />}
    </section>
  );
}
