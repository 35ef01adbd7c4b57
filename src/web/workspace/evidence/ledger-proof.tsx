import { useMutation } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { CSSProperties } from "react";
import { useLocation } from "react-router";
import { concat, toHex, toUtf8 } from "#domain/ledger/bytes.ts";
import { addressOf } from "#web/address.ts";
import { contract } from "#web/contract.ts";
import { Button } from "#web/design/button.tsx";
import { Hash } from "#web/design/hash.tsx";
import { Mark } from "#web/design/mark.tsx";
import { PanelSection } from "#web/design/side-panel.tsx";
import { fetchFile } from "#web/download.ts";
import { showError } from "#web/app-error.ts";
import { bytesOf, digest } from "#web/verification/browser-crypto.ts";
import type { Proof } from "#web/verification/proof.ts";
import { sidesOf, verifyProof } from "#web/verification/verify-proof.ts";
import type { Verdict } from "#web/verification/verify-proof.ts";
import { useWorkspace } from "../company-context.tsx";
import type { EvidenceItem } from "./evidence.ts";
import { matchesSeal } from "./matches-seal.ts";

/** Where the item stands in the ledger, checked by this browser and not merely claimed by the server. */
export function LedgerProof({ item, proof }: { item: EvidenceItem; proof: Proof }) {
  const [attempt, setAttempt] = useState(1);
  const [verdict, setVerdict] = useState<Verdict>();
  const [leaf, setLeaf] = useState("");
  const here = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();

  // Led to from elsewhere: it is a long way down its panel.
  useEffect(() => {
    if (hash !== "#proof") return;
    here.current?.scrollIntoView({ block: "center" });
    here.current?.focus({ preventScroll: true });
  }, [hash, key]);

  useEffect(() => {
    let shown = true;
    setVerdict(undefined);
    void verifyProof(item, proof).then((found) => shown && setVerdict(found));
    return () => void (shown = false);
  }, [item, proof, attempt]);
  useEffect(() => {
    if (!globalThis.crypto?.subtle) return;
    void digest(concat(Uint8Array.of(0), toUtf8(proof.entry))).then((hash) => setLeaf(toHex(hash)));
  }, [proof]);

  return (
    <PanelSection
      title="Ledger proof"
      aside={
        <Button
          kind="quiet"
          size="small"
          icon={RefreshCw}
          busy={verdict === undefined && "Verifying..."}
          onClick={() => setAttempt(attempt + 1)}
        >
          Verify again
        </Button>
      }
    >
      <dl className="proof-facts">
        <div>
          <dt className="fine faint">Leaf</dt>
          <dd className="mono">{proof.index.toLocaleString("en-US")}</dd>
        </div>
        <div>
          <dt className="fine faint">Signed checkpoint</dt>
          <dd className="mono">{proof.size.toLocaleString("en-US")} entries</dd>
        </div>
      </dl>
      <ol className="proof-path" aria-label="Inclusion proof, from the leaf to the signed root">
        <Step depth={0} name="leaf" hash={leaf} />
        {sidesOf(proof.index, proof.size, proof.path.length).map((side, index) => (
          <Step key={index} depth={index + 1} name={`+ ${side}`} hash={toHex(bytesOf(proof.path[index] ?? ""))} />
        ))}
        <Step depth={proof.path.length + 1} name="root" hash={toHex(bytesOf(proof.root))} />
      </ol>
      <div ref={here} tabIndex={-1} className="above-12" role="status">
        {verdict && <Result verdict={verdict} erased={item.erased} />}
      </div>
      {!item.erased && <FileCheck item={item} />}
    </PanelSection>
  );
}

/** The proof speaks of a hash; whether the stored file still has it, the browser can see for itself. */
function FileCheck({ item }: { item: EvidenceItem }) {
  const { company } = useWorkspace();
  const check = useMutation({
    mutationFn: async () =>
      await matchesSeal(
        await fetchFile(addressOf(contract.evidence.download, { companyId: company.id, evidenceId: item.id })),
        item.sha256,
      ),
    onError: (error) => showError(error, "The file could not be downloaded"),
  });
  return (
    <div className="above-12">
      <Button size="small" busy={check.isPending && "Checking..."} onClick={() => check.mutate()}>
        Check the file too
      </Button>
      <p className="above-6 quiet" role="status">
        {check.isSuccess &&
          (check.data === undefined
            ? "Your browser can only compute hashes over HTTPS. Download the file and compare its SHA-256."
            : check.data
              ? "The file's SHA-256 matches the one above."
              : "The file's SHA-256 does not match. Do not rely on this item. Collect it again.")}
      </p>
    </div>
  );
}

function Step({ depth, name, hash }: { depth: number; name: string; hash: string }) {
  return (
    <li style={{ "--depth": depth } as CSSProperties}>
      <b>{name}</b>
      {hash && <Hash value={hash} />}
    </li>
  );
}

function Result({ verdict, erased }: { verdict: Verdict; erased: boolean }) {
  if (verdict.holds) {
    return (
      <>
        <Mark finding="sealed">Seal intact</Mark>
        <p className="above-2 quiet">
          Verified in your browser: the ledger entry matches {erased ? "this hash and size" : "this item"} and leads to
          the signed root.{erased && " The description was erased with the file."}
        </p>
      </>
    );
  }
  return (
    <>
      <Mark finding={verdict.broken ? "failing" : "unknown"}>{verdict.broken ? "Seal broken" : "Not verified"}</Mark>
      <p className="above-2 quiet">
        {verdict.why} {verdict.broken && "Do not rely on this item. Collect it again."}
      </p>
    </>
  );
}
