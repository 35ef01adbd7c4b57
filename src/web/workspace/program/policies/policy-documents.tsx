import { useMutation } from "@tanstack/react-query";
import { Download, Upload } from "lucide-react";
import { useState } from "react";
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
        {policy.may.write && (
          <Button kind="quiet" size="small" icon={Upload} onClick={() => setImporting(true)}>
            Import a Document
          </Button>
        )}
      </div>
      {isImporting && <ImportPolicy policy={policy} onClose={() => setImporting(false)} />}
    </section>
  );
}
