import { Download } from "lucide-react";
import type * as z from "zod";
import { contract } from "#web/contract.ts";
import { addressOf } from "#web/address.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { fetchFile, saveFile } from "#web/download.ts";
import { useWorkspace } from "../company-context.tsx";
import { PageTurns } from "../page-turns.tsx";
import { countedRecords } from "./registers.ts";
import type { Register } from "./registers.ts";
import type { RecordView } from "./use-record-view.ts";

interface RecordsFootProps {
  register: Register;
  page: z.output<typeof contract.registers.records.output>;
  view: RecordView;
  /** The page that was asked for last is still on its way. */
  turning: boolean;
}

/** How many records fit, the pages before and after this one, and the whole register as a file. */
export function RecordsFoot({ register, page, view, turning }: RecordsFootProps) {
  const { company } = useWorkspace();
  async function download() {
    try {
      const file = await fetchFile(
        addressOf(contract.registers.csv, { companyId: company.id, register: register.key }),
      );
      saveFile(file, `${register.key}.csv`);
    } catch (error) {
      showError(error, "The file could not be downloaded");
    }
  }
  return (
    <div className="register-foot pages">
      <span role="status">
        {page.records.length < page.total
          ? `${page.records.length.toLocaleString("en-US")} of ${countedRecords(register, page.total)}`
          : countedRecords(register, page.total)}
      </span>
      <div className="cluster">
        <Button kind="quiet" size="small" icon={Download} onClick={() => void download()}>
          Download CSV
        </Button>
        <PageTurns
          previous={view.after === "" ? undefined : view.turnBack}
          next={page.next === null ? undefined : () => view.turn(page.next ?? "")}
          turning={turning}
        />
      </div>
    </div>
  );
}
