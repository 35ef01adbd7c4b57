import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { useCan, useWorkspace } from "../../company-context.tsx";
import { Tests } from "./tests.tsx";
import type { TestedCheck } from "./tested-check.ts";

const RecordTest = lazy(() => import("./record-test.tsx"));
const AcceptFailure = lazy(() => import("./accept-failure.tsx"));
const WithdrawDialog = lazy(() => import("./withdraw-dialog.tsx"));

/** What people do about a check, beside what machines say: tests of it, and the acceptance of its failure. */
export function CheckActions({ controlId, check }: { controlId: string; check: TestedCheck }) {
  const [open, setOpen] = useState<"test" | "accept">();
  const [mayTest, mayAccept] = [useCan("controls.test"), useCan("controls.acceptFailure")];
  const close = () => setOpen(undefined);
  const isFailing = check.outcome === "fail";
  const accepted = useAcceptance(controlId, check.checkId, isFailing);
  const accept = accepted ? "Change the acceptance" : "Accept this failure";
  return (
    <>
      {accepted && <Accepted controlId={controlId} accepted={accepted} mayWithdraw={mayAccept} />}
      <Tests controlId={controlId} checkId={check.checkId} />
      {(mayTest || (isFailing && mayAccept)) && (
        <div className="check-actions">
          {mayTest && (
            <Button size="small" aria-label={`Record a test: ${check.title}`} onClick={() => setOpen("test")}>
              Record a test
            </Button>
          )}
          {isFailing && mayAccept && (
            <Button
              size="small"
              kind="quiet"
              aria-label={`${accept}: ${check.title}`}
              onClick={() => setOpen("accept")}
            >
              {accept}
            </Button>
          )}
        </div>
      )}
      <Suspense fallback={null}>
        {open === "test" && <RecordTest controlId={controlId} check={check} onClose={close} />}
        {open === "accept" && <AcceptFailure controlId={controlId} check={check} onClose={close} />}
      </Suspense>
    </>
  );
}

type Acceptance = z.output<typeof contract.acceptedFailures.list.output>["acceptances"][number];

/** What stands accepted of a check that fails. */
function useAcceptance(controlId: string, checkId: string, isFailing: boolean): Acceptance | undefined {
  const { company } = useWorkspace();
  const input = { companyId: company.id, controlId };
  const { data } = useQuery(api.acceptedFailures.list.queryOptions({ input, enabled: isFailing }));
  return isFailing ? data?.acceptances.find((one) => one.checkId === checkId && one.state === "in force") : undefined;
}

interface AcceptedProps {
  controlId: string;
  accepted: Acceptance;
  mayWithdraw: boolean;
}

/** "Failing, accepted until …", with reason and treatment; the outcome stays what it is. */
function Accepted({ controlId, accepted, mayWithdraw }: AcceptedProps) {
  const [withdrawing, setWithdrawing] = useState(false);
  return (
    <div className="check-note">
      <p className="small">
        <b className="firm">Failing, accepted until {longDate(`${accepted.until}T12:00:00.000Z`)}</b> by{" "}
        {accepted.acceptedBy}. {accepted.reason}
      </p>
      <p className="small quiet">Treatment: {accepted.treatment}</p>
      {mayWithdraw && (
        <Button
          size="small"
          kind="quiet"
          aria-label={`Withdraw the acceptance: ${accepted.check}`}
          onClick={() => setWithdrawing(true)}
        >
          Withdraw
        </Button>
      )}
      <Suspense fallback={null}>
        {withdrawing && (
          <WithdrawDialog
            about={{ controlId, acceptanceId: accepted.id }}
            title={accepted.check}
            onClose={() => setWithdrawing(false)}
          />
        )}
      </Suspense>
    </div>
  );
}
