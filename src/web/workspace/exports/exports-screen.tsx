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
import { ExportsRegister } from "./exports-register.tsx";

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
      <PageHead
        title="Exports"
        sub="The last hundred bundles and reports that left the company, with the SHA-256 of what was handed out."
        actions={begin}
      />
      <Screen
        data={exports}
        loading={<SkeletonRegister rows={6} columns={4} />}
        empty={{
          when: (runs) => runs.length === 0,
          show: (
            <EmptyState title="Nothing was exported yet">
              A bundle holds the report, the evidence and its proofs. Whoever has it needs neither network nor account
              to verify it.
            </EmptyState>
          ),
        }}
      >
        {(runs) => <ExportsRegister runs={runs} />}
      </Screen>
      <section aria-labelledby="verifier" className="mt-10 max-w-[72ch]">
        <h2 id="verifier" className="title-card">
          To verify a bundle
        </h2>
        <p className="text-ink-2">
          Give the auditor the ledger's key from the settings by another route, and these files, or their address and
          SHA-256. The copy that lies in a bundle is for the archive: nobody should run it to check that bundle.
        </p>
        <VerifierFiles />
      </section>
      {isOpen && <ExportDialog companyId={company.id} onClose={() => setOpen(false)} />}
    </div>
  );
}
