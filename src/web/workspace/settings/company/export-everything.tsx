import { Link } from "react-router";
import { contract } from "#web/contract.ts";
import { addressOf } from "#web/address.ts";
import { Button } from "#web/design/button.tsx";
import { save } from "#web/download.ts";
import { useCan } from "../../company-context.tsx";
import type { Company } from "../../company.ts";
import { OpenExport } from "../../open-export.tsx";

/** What a company takes along: its evidence as a bundle, and every other record as JSON. */
export function ExportEverything({ company }: { company: Company }) {
  const mayExport = useCan("company.export");
  return (
    <div className="stack gap-28">
      <div className="settings-item">
        <h3>Evidence</h3>
        <p>
          A ZIP with the report, all files that are not privileged, and ledger proofs you can verify offline.{" "}
          <Link className="link" to="/dashboard/exports">
            View earlier exports and the verifier
          </Link>
        </p>
        <OpenExport companyId={company.id} size="small">
          Export bundle
        </OpenExport>
      </div>
      {mayExport && (
        <div className="settings-item">
          <h3>Records</h3>
          <p>
            All other company data as one JSON document: people, invitations, projects, findings, connections and the
            ledger.
          </p>
          <Button
            size="small"
            onClick={() =>
              save(
                addressOf(contract.companies.exportRecords, { companyId: company.id }),
                `${company.slug}-records.json`,
              )
            }
          >
            Export records
          </Button>
        </div>
      )}
    </div>
  );
}
