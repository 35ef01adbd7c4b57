import { useMutation, useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Download } from "lucide-react";
import { contract } from "#web/contract.ts";
import { toHex } from "#domain/ledger/bytes.ts";
import { addressOf } from "#web/address.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { ChainOfCustody } from "#web/design/custody.tsx";
import { exactTime, longDate } from "#web/design/dates.ts";
import { ExhibitLabel } from "#web/design/exhibit-label.tsx";
import { WholeHash } from "#web/design/hash.tsx";
import { RequirementTags } from "#web/design/requirement-tags.tsx";
import { Screen } from "#web/design/screen.tsx";
import { PanelSection, PanelTitle, SidePanel } from "#web/design/side-panel.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { fetchFile, saveFile } from "#web/download.ts";
import { tell } from "#web/refusal.ts";
import { useWorkspace } from "../company-context.tsx";
import { shortNumber } from "../exhibit-numbers.ts";
import { digest } from "#web/verification/browser-crypto.ts";
import type { EvidenceDetails, EvidenceItem } from "./evidence.ts";
import { LedgerProof } from "./ledger-proof.tsx";
import { useControls } from "./use-library.ts";

interface EvidencePanelProps {
  itemId: string;
  /** The item above in the list, where there is one. */
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  onClose: () => void;
}

/** One exhibit: its label, where it comes from, its hash, its custody and its proof. */
export function EvidencePanel({ itemId, previous, next, onClose }: EvidencePanelProps) {
  const { company } = useWorkspace();
  const input = { companyId: company.id, evidenceId: itemId };
  // Details include a proof for the newest checkpoint; asking again on every focus would make it jump.
  const answer = useQuery({ ...api.evidence.get.queryOptions({ input }), refetchOnWindowFocus: false });
  return (
    <SidePanel
      label="Evidence details"
      backTo="Evidence"
      onClose={onClose}
      steps={
        <>
          <Button kind="quiet" size="small" icon={ChevronUp} iconOnly disabled={!previous} onClick={previous}>
            Previous item
          </Button>
          <Button kind="quiet" size="small" icon={ChevronDown} iconOnly disabled={!next} onClick={next}>
            Next item
          </Button>
        </>
      }
      actions={answer.data && <DownloadButton item={answer.data.item} />}
    >
      <Screen data={answer} loading={<SkeletonLines lines={10} />} empty={null}>
        {(details) => <Details details={details} />}
      </Screen>
    </SidePanel>
  );
}

const damaged = "The file that arrived does not match its seal and was not saved.";

/** Whether the bytes that arrived are the bytes that were filed. Without HTTPS a browser has no way to tell. */
async function matchesSeal(file: Blob, sha256: string): Promise<boolean> {
  if (!globalThis.crypto?.subtle) return true;
  return toHex(await digest(await file.arrayBuffer())) === sha256;
}

function DownloadButton({ item }: { item: EvidenceItem }) {
  const { company } = useWorkspace();
  const fetching = useMutation({
    mutationFn: async () => {
      const file = await fetchFile(
        addressOf(contract.evidence.download, { companyId: company.id, evidenceId: item.id }),
      );
      if (!(await matchesSeal(file, item.sha256))) throw new Error(damaged);
      saveFile(file, item.fileName);
    },
    onError: (error) => tell(error, error.message === damaged ? damaged : "The file could not be downloaded"),
  });
  return (
    <Button
      kind="quiet"
      size="small"
      icon={Download}
      busy={fetching.isPending && "Downloading..."}
      onClick={() => fetching.mutate()}
    >
      Download
    </Button>
  );
}

function Details({ details }: { details: EvidenceDetails }) {
  const { item, custody, proof } = details;
  const filed = (useControls().data ?? []).filter((control) => item.controls.includes(control.id));
  return (
    <>
      <div className="grid grid-cols-[auto_1fr] items-start gap-4">
        <ExhibitLabel number={shortNumber(item.exhibit)} foot={item.controls[0]} />
        <div>
          <PanelTitle>{item.name}</PanelTitle>
          <p className="mt-0.5 text-ink-2">{filed.map((control) => control.title).join(", ")}</p>
        </div>
      </div>
      <dl className="facts mt-4.5">
        <dt>Number</dt>
        <dd className="exhibit-number">{item.exhibit}</dd>
        <dt>Type</dt>
        <dd>{item.type}</dd>
        <dt>Source</dt>
        <dd>{item.source}</dd>
        <dt>Collected</dt>
        <dd>{exactTime(item.collectedAt)}</dd>
        <dt>Valid until</dt>
        <dd>{longDate(item.validUntil)}</dd>
        <dt>Stored in</dt>
        <dd>{item.storageLocation}</dd>
        <dt>File</dt>
        <dd>
          {item.fileName}, {byteSize(item.size)}
        </dd>
        <dt>Filed under</dt>
        <dd>
          <RequirementTags ids={item.controls} />
        </dd>
      </dl>
      <PanelSection title="SHA-256">
        <WholeHash value={item.sha256} />
      </PanelSection>
      <PanelSection title="Chain of custody">
        <ChainOfCustody
          entries={custody.map((entry) => ({
            at: entry.at,
            what: entry.event,
            who: `${entry.by}. ${entry.detail}`,
            hashes: [{ label: entry.event === "Collected" ? "content" : "entry", value: entry.hash }],
            state: "recorded",
          }))}
        />
      </PanelSection>
      <LedgerProof item={item} proof={proof} />
    </>
  );
}
