import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Import, Plus } from "lucide-react";

import { useParams } from "react-router";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { NotThere } from "#web/design/not-there.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { WithPanel } from "#web/design/side-panel.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useTitle } from "#web/design/use-title.ts";
import { lazily } from "#web/lazily.tsx";
import { useWorkspace } from "../company-context.tsx";
import { PrintMenu } from "../documents/print-menu.tsx";
import { useSelection } from "../use-selection.ts";
import { AccountNotice } from "./account-notice.tsx";
import { AddressNotice } from "./address-notice.tsx";
import { ConfirmationLine } from "./confirmation-line.tsx";
import { ColumnsDialog } from "./columns-dialog.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { EmptyRegister } from "./empty-register.tsx";
import { GoneNotice } from "./gone-notice.tsx";
import { GridPicture } from "./grid-picture.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { NewRecord } from "./record-form.tsx";
import { PrefilledReviews } from "./prefilled-reviews.tsx";
import { ProposalNotice } from "./proposal-notice.tsx";
import { ProgramTabs } from "./program-tabs.tsx";
import { RecordPanel } from "./record-panel.tsx";
import { RecordTable } from "./record-table.tsx";
import { RecordsFoot } from "./records-foot.tsx";
import { RecordsToolbar } from "./records-toolbar.tsx";
import { RecordSelection } from "./selection.tsx";
import { countedRecords, current, plural } from "./registers.ts";
import type { Register } from "./registers.ts";
import { TrainingScreen } from "./training-screen.tsx";
import { useRecordKeys } from "./use-record-keys.ts";
import { useRecordView } from "./use-record-view.ts";
import { useRegisters } from "./use-registers.ts";
import "./program.css";

// Their texts are many, and most registers have none.
const StartersDialog = lazily(() => import("./starters-dialog.tsx"));

export const meta = () => [{ title: "Program - Exhibit" }];

const back = { label: "Back to Program", to: "/dashboard/program" };

/** A register by its key in the address; `?record=` opens a record beside the list. */
export default function RegisterScreen() {
  const { register: key = "" } = useParams();
  const registers = useRegisters();
  return (
    <Screen
      data={registers}
      loading={
        <div className="page">
          <SkeletonRegister rows={12} columns={4} />
        </div>
      }
      empty={null}
      back={back}
    >
      {(all) => {
        // Courses are no register, and stand beside them.
        if (key === "training") return <TrainingScreen registers={all} />;
        const register = all.find((candidate) => candidate.key === key);
        if (!register)
          return (
            <div className="page">
              <NotThere message="This register does not exist, or you don't have access to it." back={back} />
            </div>
          );
        return <OpenRegister key={key} register={register} registers={all} />;
      }}
    </Screen>
  );
}

function OpenRegister({ register, registers }: { register: Register; registers: readonly Register[] }) {
  const { company } = useWorkspace();
  const view = useRecordView(register);
  const { only, search, sort, direction, after } = view;
  useTitle(register.label);
  const asked = useQuery({
    ...api.registers.records.queryOptions({
      input: {
        companyId: company.id,
        register: register.key,
        state: view.view.state,
        sort,
        direction,
        ...(search && { search }),
        ...(only && { field: only.field, equals: only.equals }),
        ...(after && { after }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const records = asked.data?.records ?? [];
  const selection = useSelection(records);
  const { may } = register;
  const position = records.findIndex(({ id }) => id === view.record);
  const open = (id: string) => view.set({ record: id }, { replace: view.record !== null });
  const doing = (what: string) => () => view.set({ do: what });
  const close = () => view.set({ do: "" }, { replace: true });
  const steps = {
    previous: position > 0 ? () => open(records[position - 1]!.id) : undefined,
    next: position >= 0 && position < records.length - 1 ? () => open(records[position + 1]!.id) : undefined,
  };
  useRecordKeys({
    records,
    openId: view.record,
    ...steps,
    onNew: may.write ? doing("new") : undefined,
    onEdit: may.write && records[position] && records[position].state !== "ended" ? doing("edit") : undefined,
    onPick: may.write ? selection.toggle : undefined,
  });

  function closePanel() {
    view.set({ record: "", do: "" }, { replace: true });
    requestAnimationFrame(() => document.getElementById(`record-${view.record}`)?.focus());
  }

  const isEmpty = current(register) === 0 && register.counts.ended === 0;
  const page = (
    <>
      <PageHead
        title={register.label}
        sub={register.summary}
        actions={
          <>
            {!isEmpty && register.documents.length > 0 && <PrintMenu documents={register.documents} />}
            {may.write && (
              <>
                <Button icon={Import} onClick={doing("import")}>
                  Import CSV
                </Button>
                <Button kind="primary" icon={Plus} aria-keyshortcuts="n" onClick={doing("new")}>
                  Add {register.singular}
                </Button>
              </>
            )}
          </>
        }
      />
      <ProgramTabs registers={registers} here={register.key} />
      <ConfirmationLine register={register} onConfirm={may.confirm ? doing("confirm") : undefined} />
      {register.key === "people" && (
        <AccountNotice register={register} doing={view.doing} onDo={(what) => view.set({ do: what })} onDone={close} />
      )}
      {register.key === "people" && (
        <GoneNotice register={register} onEnd={(id) => view.set({ record: id, do: "end" })} />
      )}
      {register.key === "people" && <AddressNotice doing={view.doing} onOpen={doing("addresses")} onClose={close} />}
      {register.key === "tests" && (
        <PrefilledReviews
          register={register}
          doing={view.doing}
          onDo={(what) => view.set({ do: what })}
          onClose={close}
          onAdded={(id) => view.set({ do: "", record: id }, { replace: true })}
        />
      )}
      <ProposalNotice
        register={register}
        isOpen={view.doing === "proposals"}
        isOffered={isEmpty}
        onOpen={doing("proposals")}
        onClose={close}
      />
      {!isEmpty && register.picture !== null && <GridPicture register={register} />}
      {!isEmpty && (
        <RecordsToolbar
          register={register}
          view={view}
          onSelect={may.write && !selection.ids && !view.record ? selection.begin : undefined}
        />
      )}
      <Screen
        data={asked}
        loading={<SkeletonRegister rows={12} columns={4} />}
        empty={{
          when: (page) => page.records.length === 0,
          show: isEmpty ? (
            <EmptyRegister register={register} onDo={(what) => view.set({ do: what })} />
          ) : (
            <NoMatch register={register} view={view} />
          ),
        }}
      >
        {(page) => (
          <>
            <RecordTable register={register} records={page.records} view={view} selection={selection} />
            <RecordSelection register={register} selection={selection} />
            <RecordsFoot register={register} page={page} view={view} turning={asked.isPlaceholderData} />
          </>
        )}
      </Screen>
      {view.doing === "new" && may.write && (
        <NewRecord
          register={register}
          onClose={close}
          onAdded={(id) => view.set({ do: "", record: id }, { replace: true })}
        />
      )}
      {view.doing === "import" && may.write && <ImportDialog register={register} onClose={close} />}
      {view.doing === "starters" && may.write && <StartersDialog register={register} onClose={close} />}
      {view.doing === "confirm" && may.confirm && <ConfirmDialog register={register} onClose={close} />}
      {view.doing === "columns" && <ColumnsDialog register={register} view={view} />}
    </>
  );
  const panel = view.record && (
    <RecordPanel
      key={view.record}
      register={register}
      recordId={view.record}
      {...steps}
      doing={view.doing}
      onDo={(what) => view.set({ do: what })}
      onDone={close}
      onClose={closePanel}
    />
  );
  return <WithPanel page={page} panel={panel} />;
}

/** Nothing matches: the query again, and the way out. */
function NoMatch({ register, view }: { register: Register; view: ReturnType<typeof useRecordView> }) {
  return (
    <p className="padded-24 quiet">
      No {plural(register)} {view.search ? <b className="strong">match “{view.search}”</b> : "here"}
      {view.view.key === "all" ? "" : ` under ${view.view.label}`}.{" "}
      <button
        type="button"
        className="link"
        onClick={() => view.narrow({ search: "", only: "", ...(view.narrowed ? {} : { view: "all" }) })}
      >
        {view.narrowed
          ? "Clear search and filter"
          : `Show all ${countedRecords(register, current(register) + register.counts.ended)}`}
      </button>
    </p>
  );
}
