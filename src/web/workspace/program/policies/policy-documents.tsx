import { useMutation } from "@tanstack/react-query";
import { Download, Upload } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { addressOf } from "#web/address.ts";
import { showError } from "#web/app-error.ts";
import { contract } from "#web/contract.ts";
import { Button } from "#web/design/button.tsx";
import { fetchFile, saveFile } from "#web/download.ts";
import { useWorkspace } from "../../company-context.tsx";
import { ImportPolicy } from "./import-policy.tsx";
import type { PolicyDetails, PolicyVersion } from "./policies.ts";

const formats = [
  ["pdf", "PDF"],
  ["docx", "Word"],
] as const;

/** The shown version as a document, and a document as the text of a draft. */
export function PolicyDocuments({ policy, version }: { policy: PolicyDetails; version: PolicyVersion }) {
  const { company } = useWorkspace();
  const [isImporting, setImporting] = useState(false);
  const download = useMutation({
    mutationFn: async (format: (typeof formats)[number][0]) => {
      const input = { companyId: company.id, versionId: version.id, format };
      saveFile(
        await fetchFile(addressOf(contract.policies.file, input)),
        `${policy.title}, v${version.number}.${format}`,
      );
    },
    onError: (error) => showError(error, "The document could not be downloaded"),
  });
  const { original } = version;
  const fetching = useMutation({
    mutationFn: async ({ id, fileName }: { readonly id: string; readonly fileName: string }) => {
      const input = { companyId: company.id, evidenceId: id };
      saveFile(await fetchFile(addressOf(contract.evidence.download, input)), fileName);
    },
    onError: (error) => showError(error, "The original could not be downloaded"),
  });
  return (
    <section>
      <h2>
        Download <span className="fine faint">version {version.number}</span>
      </h2>
      <div className="cluster">
        {formats.map(([format, label]) => (
          <Button
            key={format}
            size="small"
            icon={Download}
            busy={download.isPending && download.variables === format && "Making it..."}
            onClick={() => download.mutate(format)}
          >
            {label}
          </Button>
        ))}
        {original?.item && (
          <Button
            size="small"
            icon={Download}
            busy={fetching.isPending && "Fetching it..."}
            onClick={() => fetching.mutate(original.item!)}
          >
            Original
          </Button>
        )}
        {policy.may.write && (
          <Button kind="quiet" size="small" icon={Upload} onClick={() => setImporting(true)}>
            Import a Document
          </Button>
        )}
      </div>
      {original && (
        <p className="compact quiet">
          Imported from {original.item && <span className="wraps">{original.item.fileName}, </span>}
          <Link className="exhibit-number" to={`/dashboard/evidence?exhibit=${original.exhibit}`}>
            {original.exhibit}
          </Link>
          {!original.item && ", which was withdrawn"}
        </p>
      )}
      {isImporting && <ImportPolicy policy={policy} onClose={() => setImporting(false)} />}
    </section>
  );
}
