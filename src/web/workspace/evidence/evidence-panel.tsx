import { useMutation, useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Download, FilePlus2, FileX2, Lock } from "lucide-react";
import { useState } from "react";
import { contract } from "#web/contract.ts";
import { addressOf } from "#web/address.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { ChainOfCustody } from "#web/design/custody.tsx";
import { exactTime } from "#web/design/dates.ts";
import { ExhibitLabel } from "#web/design/exhibit-label.tsx";
import { WholeHash } from "#web/design/hash.tsx";
import { Icon } from "#web/design/icon.tsx";
import { Screen } from "#web/design/screen.tsx";
import { PanelSection, PanelTitle, SidePanel } from "#web/design/side-panel.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { fetchFile, saveFile } from "#web/download.ts";
import { showError } from "#web/app-error.ts";
import { useWorkspace } from "../company-context.tsx";
import { CopyLink } from "../copy-link.tsx";
import { FiledAs } from "../documents/filed-as.tsx";
import { useControlLabels } from "../use-control-labels.ts";
import { usePanelTitle } from "../use-panel-title.ts";
import { shortNumber, spokenNumber } from "../exhibit-numbers.ts";
import type { EvidenceDetails, EvidenceItem } from "./evidence.ts";
import { LedgerProof } from "./ledger-proof.tsx";
import { matchesSeal } from "./matches-seal.ts";
import { Preview } from "./preview.tsx";
import { RelatedTabs } from "./related-tabs.tsx";
import { useControls } from "./use-library.ts";
import { Validity } from "./validity.tsx";
import { ItemActions } from "./item-actions.tsx";
import { Versions } from "./versions.tsx";
import { WithdrawDialog } from "./withdraw-dialog.tsx";
import { DamagedFile } from "./damaged-file.tsx";
import { Withdrawal } from "./withdrawal.tsx";

interface EvidencePanelProps {
  itemId: string;
  /** The item above in the list, where there is one. */
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  onClose: () => void;
  /** Files a newer version; undefined for a person who may not file. */
  onNewVersion: ((item: EvidenceItem) => void) | undefined;
}

/** One exhibit: its label, where it comes from, its hash, its custody and its proof. */
export function EvidencePanel({ itemId, previous, next, onClose, onNewVersion }: EvidencePanelProps) {
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
      actions={
        answer.data && (
          <>
            <CopyLink to={`/dashboard/evidence?item=${itemId}`} />
            {answer.data.mends && !answer.data.withdrawal && <WithdrawButton item={answer.data.item} />}
            {!answer.data.item.erased && <DownloadButton item={answer.data.item} />}
          </>
        )
      }
    >
      <Screen data={answer} loading={<SkeletonLines lines={10} />} empty={null}>
        {(details) => <Details details={details} onNewVersion={onNewVersion} />}
      </Screen>
    </SidePanel>
  );
}

function WithdrawButton({ item }: { item: EvidenceItem }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" size="small" icon={FileX2} iconOnly onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      {asking && <WithdrawDialog items={[item]} onClose={() => setAsking(false)} />}
    </>
  );
}

const damaged = "The downloaded file does not match its seal, so it was not saved.";

function DownloadButton({ item }: { item: EvidenceItem }) {
  const { company } = useWorkspace();
  const fetching = useMutation({
    mutationFn: async () => {
      const file = await fetchFile(
        addressOf(contract.evidence.download, { companyId: company.id, evidenceId: item.id }),
      );
      if ((await matchesSeal(file, item.sha256)) === false) throw new Error(damaged);
      saveFile(file, item.fileName);
    },
    onError: (error) => showError(error, error.message === damaged ? damaged : "The file could not be downloaded"),
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

/** Past so many, the rest is asked for: registers are evidence of nearly every control. */
const SHOWN_TITLES = 4;

function ControlTitles({ titles }: { titles: readonly string[] }) {
  if (titles.length <= SHOWN_TITLES) return <p className="above-2 quiet">{titles.join(", ")}</p>;
  return (
    <details className="above-2 quiet">
      <summary>{titles.length} controls</summary>
      {titles.join(", ")}
    </details>
  );
}

interface DetailsProps {
  details: EvidenceDetails;
  onNewVersion: EvidencePanelProps["onNewVersion"];
}

function Details({ details, onNewVersion }: DetailsProps) {
  const { item, custody, proof, validity, versions, mends } = details;
  const originalName = proof.metadata?.["name"];
  const labelOf = useControlLabels();
  usePanelTitle(`${spokenNumber(item.exhibit)} ${item.name}`);
  const filed = (useControls().data ?? []).filter((control) => item.controls.includes(control.id));
  const renew = onNewVersion && !item.superseded && !item.withdrawn && (
    <Button size="small" icon={FilePlus2} onClick={() => onNewVersion(item)}>
      New version
    </Button>
  );
  return (
    <>
      <div className="panel-exhibit">
        <ExhibitLabel number={shortNumber(item.exhibit)} foot={item.controls[0] && footOf(item.controls[0], labelOf)} />
        <div className="narrows">
          <PanelTitle>{item.name}</PanelTitle>
          <ControlTitles titles={filed.map(({ title }) => title)} />
          {mends && !item.withdrawn && <ItemActions item={item} />}
          {item.matterId && (
            <span className="privileged-bar">
              <Icon of={Lock} size={11} />
              Privileged
            </span>
          )}
        </div>
      </div>
      <DamagedFile damage={details.damage} />
      <Withdrawal details={details} />
      <Versions item={item} versions={versions} />
      <dl className="facts above-18">
        <dt>Number</dt>
        <dd className="exhibit-number">{spokenNumber(item.exhibit)}</dd>
        {typeof originalName === "string" && originalName !== item.name && (
          <>
            <dt>Original name</dt>
            <dd className="wraps">{originalName}</dd>
          </>
        )}
        <dt>Type</dt>
        <dd>{item.type}</dd>
        <dt>Source</dt>
        <dd>{item.source}</dd>
        <dt>Collected</dt>
        <dd>{exactTime(item.collectedAt)}</dd>
        <dt>Stored in</dt>
        <dd>{item.storageLocation}</dd>
        <dt>File</dt>
        <dd className="wraps">
          {item.erased ? `Erased (was ${byteSize(item.size)})` : `${item.fileName}, ${byteSize(item.size)}`}
        </dd>
      </dl>
      {!item.erased && (
        <FiledAs item={item} titleOf={(id) => filed.find((control) => control.id === id)?.title ?? id} />
      )}
      <Validity item={item} validity={validity} renew={renew} />
      {item.controls.length > 0 && <RelatedTabs item={item} />}
      {!item.erased && <Preview item={item} />}
      <PanelSection title="SHA-256">
        <WholeHash value={item.sha256} />
      </PanelSection>
      <PanelSection title="Chain of custody">
        <ChainOfCustody
          entries={custody.map((entry) => ({
            at: entry.at,
            what: entry.event,
            who: `${entry.by}. ${entry.detail}`,
            hashes: [{ label: entry.of, value: entry.hash }],
            state: "recorded",
          }))}
        />
      </PanelSection>
      <LedgerProof item={item} proof={proof} />
    </>
  );
}

/** Letters that stand in one line of an exhibit's label. */
const FOOT = 12;

/** The control with its requirement, or alone where both have no room, as beside 164.308(a)(1)(ii)(A). */
function footOf(controlId: string, labelOf: (controlId: string) => string): string {
  const label = labelOf(controlId);
  return label.length > FOOT ? controlId : label;
}
