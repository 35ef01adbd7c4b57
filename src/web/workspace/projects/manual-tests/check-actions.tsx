import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Icon } from "#web/design/icon.tsx";
import { Menu, MenuItem } from "#web/design/menu.tsx";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";
import { lazily } from "#web/lazily.tsx";
import { useCan, useWorkspace } from "../../company-context.tsx";
import { NextButton } from "../../next/next-button.tsx";
import { useMayTake } from "../../next/use-may-take.ts";
import { useShown } from "../deciding/use-shown.ts";
import type { Check } from "../deciding/deciding-words.ts";
import { Tests } from "./tests.tsx";

const RecordTest = lazily(() => import("./record-test.tsx"));
const AcceptFailure = lazily(() => import("./accept-failure.tsx"));
const WithdrawDialog = lazily(() => import("./withdraw-dialog.tsx"));

interface CheckProps {
  controlId: string;
  check: Check;
}

/** What else can be done about a check than its one action; nothing is shown to whom may do none of it. */
export function CheckMenu({ controlId, check }: CheckProps) {
  const { open } = useShown();
  const [mayTest, mayAccept] = [useCan("controls.test"), useCan("controls.acceptFailure")];
  const isFailing = check.outcome === "fail";
  const accepted = useAcceptance(controlId, check.checkId, isFailing);
  const canTest = mayTest && check.next?.kind !== "test";
  // A failure that is not accepted has that as its action.
  const canAccept = mayAccept && accepted !== undefined;
  if (!canTest && !canAccept) return null;
  return (
    <Menu
      label={`More actions: ${check.title}`}
      trigger={<Icon of={Ellipsis} />}
      triggerClass="button deciding-more"
      align="right"
    >
      {canTest && <MenuItem onSelect={() => open({ check: check.checkId, do: "test" })}>Record test</MenuItem>}
      {canAccept && (
        <MenuItem onSelect={() => open({ check: check.checkId, do: "accept" })}>Change the acceptance</MenuItem>
      )}
    </Menu>
  );
}

/** What people said and do about a check: tests of it, the acceptance of its failure, and its one action. */
export function CheckActions({ controlId, check }: CheckProps) {
  const shown = useShown();
  const [mayTest, mayAccept] = [useCan("controls.test"), useCan("controls.acceptFailure")];
  const isFailing = check.outcome === "fail";
  const accepted = useAcceptance(controlId, check.checkId, isFailing);
  const form = shown.check === check.checkId ? shown.form : undefined;
  return (
    <>
      {accepted && <Accepted controlId={controlId} accepted={accepted} mayWithdraw={mayAccept} />}
      <Tests controlId={controlId} checkId={check.checkId} />
      {isFailing && mayAccept && !accepted && (
        <div className="deciding-actions">
          <Button size="small" kind="quiet" onClick={() => shown.open({ check: check.checkId, do: "accept" })}>
            Accept this failure<VisuallyHidden> of {check.title}</VisuallyHidden>
          </Button>
        </div>
      )}
      <CheckNext controlId={controlId} check={check} />
      <>
        {form === "test" && mayTest && <RecordTest controlId={controlId} check={check} onClose={shown.close} />}
        {form === "accept" && mayAccept && isFailing && (
          <AcceptFailure controlId={controlId} check={check} onClose={shown.close} />
        )}
      </>
    </>
  );
}

/** The one thing that decides an open check. What fails is fixed where it is, and names what is wrong already. */
function CheckNext({ controlId, check: { checkId, title, reason, next } }: CheckProps) {
  const { open } = useShown();
  const mayTake = useMayTake();
  if (!next || next.kind === "fix" || !mayTake(next.kind)) return null;
  const isNews = next.message !== next.label && next.kind !== "test" && !reason.includes(next.message);
  return (
    <div className="deciding-actions">
      {next.kind === "test" ? (
        <Button size="small" onClick={() => open({ check: checkId, do: "test" })}>
          {next.label}
          <VisuallyHidden> of {title}</VisuallyHidden>
        </Button>
      ) : (
        <NextButton control={{ id: controlId, title }} next={next} projectId={undefined} />
      )}
      {isNews && <span className="fine faint">{next.message}</span>}
    </div>
  );
}

type Acceptance = z.output<typeof contract.acceptedFailures.list.output>["acceptances"][number];

/** What stands accepted of a check that fails. */
function useAcceptance(controlId: string, checkId: string, isFailing: boolean): Acceptance | undefined {
  const { company } = useWorkspace();
  const input = { companyId: company.id, controlId };
  const { data } = useQuery(api.acceptedFailures.list.queryOptions({ input, enabled: isFailing }));
  return isFailing
    ? data?.acceptances.find((acceptance) => acceptance.checkId === checkId && acceptance.state === "in force")
    : undefined;
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
      <>
        {withdrawing && (
          <WithdrawDialog
            about={{ controlId, acceptanceId: accepted.id }}
            title={accepted.check}
            onClose={() => setWithdrawing(false)}
          />
        )}
      </>
    </div>
  );
}
