import { useQuery } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { useState } from "react";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { VerifierFiles } from "#web/verification/verifier-files.tsx";
import { useWorkspace } from "../company-context.tsx";
import ExportDialog from "../export-dialog.tsx";
import { ExportsTable } from "./exports-table.tsx";
import "./exports.css";

export const meta = () => [{ title: "Exports - Exhibit" }];

const LOOK_AGAIN_MS = 5_000;

/** What was exported, by whom, and under which hash; the one that is under way among them. */
export default function ExportsScreen() {
  const { company } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const exports = useQuery(
    api.exports.list.queryOptions({
      input: { companyId: company.id },
      // Others export, too, and what is under way moves.
      refetchInterval: ({ state }) =>
        state.data?.some(({ progress }) => ["waiting", "working"].includes(progress.state)) && LOOK_AGAIN_MS,
    }),
  );
  const begin = (
    <Button kind="primary" icon={FileDown} onClick={() => setOpen(true)}>
      New export
    </Button>
  );
  return (
    <div className="page">
      <PageHead title="Exports" sub="The last 100 exported bundles and reports, with their SHA-256." actions={begin} />
      <Screen
        data={exports}
        loading={<SkeletonRegister rows={6} columns={4} />}
        empty={{
          when: (runs) => runs.length === 0,
          show: (
            <EmptyState title="No exports yet">
              A bundle contains the report, the evidence and its proofs. Anyone can verify it offline, without an
              account.
            </EmptyState>
          ),
        }}
      >
        {(runs) => <ExportsTable runs={runs} />}
      </Screen>
      <section aria-labelledby="verifier" className="exports-about">
        <h2 id="verifier" className="title-card">
          Verify a bundle
        </h2>
        <p className="quiet">
          Give your auditor these files and, separately, the ledger key from Settings. Do not verify a bundle with the
          copy inside it. The copy is for your archive.
        </p>
        <VerifierFiles />
      </section>
      {isOpen && <ExportDialog companyId={company.id} onClose={() => setOpen(false)} />}
    </div>
  );
}
