import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import type * as z from "zod";
import { contract } from "#web/contract.ts";
import { addressOf } from "#web/address.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { fetchFile, saveFile } from "#web/download.ts";
import { useWorkspace } from "../company-context.tsx";
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
  const turn = (go: () => void) => () => {
    go();
    document.getElementById("main")?.scrollIntoView();
  };
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
        {(view.after !== "" || page.next !== null) && (
          <nav aria-label="Pages" aria-busy={turning || undefined} className="cluster">
            <Button size="small" icon={ChevronLeft} disabled={view.after === ""} onClick={turn(view.turnBack)}>
              Previous
            </Button>
            <Button
              size="small"
              icon={ChevronRight}
              disabled={page.next === null}
              onClick={turn(() => view.turn(page.next ?? ""))}
            >
              Next
            </Button>
          </nav>
        )}
      </div>
    </div>
  );
}
