import { Button } from "#web/design/button.tsx";
import { lazily } from "#web/lazily.tsx";
import { foundWords } from "./proposal-words.ts";
import type { Register } from "./registers.ts";
import { useProposals } from "./use-proposals.ts";

const ProposalsDialog = lazily(() => import("./proposals-dialog.tsx"));

interface ProposalNoticeProps {
  register: Register;
  /** Whether the list of proposals is open. */
  isOpen: boolean;
  /** Whether the page below offers them already. */
  isOffered: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** What connected systems show that is not in the register yet. */
export function ProposalNotice({ register, isOpen, isOffered, onOpen, onClose }: ProposalNoticeProps) {
  const { open, dismissed } = useProposals(register);
  const sources = [...new Set(open.flatMap(({ seen }) => seen?.source ?? []))];
  const people = [...new Set(open.flatMap(({ namedBy }) => namedBy ?? []))];
  const found =
    sources.length > 0 ? `Found in ${sources.join(", ")}.` : people.length > 0 ? "" : "Found in your list of systems.";
  const named = people.length > 0 ? `Named by ${people.join(", ")} on their own page.` : "";
  return (
    <>
      {(open.length > 0 || dismissed.length > 0) && !isOffered && (
        <div className="confirmation-line">
          <div className="narrows">
            <p>{open.length > 0 ? foundWords(register, open) : "Every proposal is decided."}</p>
            <p className="compact quiet wraps">
              {open.length === 0 ? `You dismissed ${dismissed.length}.` : [found, named].filter(Boolean).join(" ")}
            </p>
          </div>
          <Button size="small" kind={open.length > 0 ? "secondary" : "quiet"} onClick={onOpen}>
            {open.length > 0 ? "Review Proposals" : "Show Dismissed"}
          </Button>
        </div>
      )}
      {isOpen && register.may.write && <ProposalsDialog register={register} onClose={onClose} />}
    </>
  );
}
