import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { exactTime } from "#web/design/dates.ts";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { dueOf, kinds, outcomes } from "./requests.ts";
import { useSettling } from "./use-settling.ts";

type Whole = z.output<typeof contract.requests.get.output>;

/** What somebody sent, whole, with what was answered and what can be done. */
export function RequestDialog({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const request = useQuery(api.requests.get.queryOptions({ input: { requestId } }));
  return (
    <Dialog
      title={request.data ? `${kinds[request.data.kind]}: ${request.data.name}` : "Request"}
      width="wide"
      onClose={onClose}
    >
      <Screen data={request} loading={<SkeletonLines lines={6} />} empty={null}>
        {(whole) => <RequestWhole request={whole} now={request.dataUpdatedAt} onClose={onClose} />}
      </Screen>
    </Dialog>
  );
}

function RequestWhole({ request, now, onClose }: { request: Whole; now: number; onClose: () => void }) {
  const settle = useSettling(request);
  const [answering, setAnswering] = useState(false);
  const asksForAccess = request.kind === "access" || request.kind === "waitlist";
  const open = request.answeredAt === null;
  const done = async (work: Promise<boolean>) => {
    if (await work) onClose();
  };
  return (
    <>
      <DialogBody>
        <Facts request={request} now={now} />
        {request.words !== "" && (
          <div>
            {asksForAccess && <h3 className="field-label">Earlier requests with</h3>}
            <blockquote className="request-words">{request.words}</blockquote>
          </div>
        )}
        {request.answers.map((answer) => (
          <div key={answer.at}>
            <p className="small faint">
              {outcomes[answer.outcome]} by {answer.by}, {exactTime(answer.at)}
            </p>
            {answer.words && <blockquote className="request-words">{answer.words}</blockquote>}
          </div>
        ))}
        {open && answering && <AnswerForm request={request} onDone={onClose} onCancel={() => setAnswering(false)} />}
      </DialogBody>
      {!answering && (
        <DialogFoot>
          {open ? (
            <>
              <Button kind="quiet" onClick={() => void done(settle.close())}>
                Close without answer
              </Button>
              {asksForAccess && (
                <Button busy={settle.inviting && "Sending..."} onClick={() => void done(settle.invite())}>
                  Invite
                </Button>
              )}
              <Button kind="primary" onClick={() => setAnswering(true)}>
                Answer
              </Button>
            </>
          ) : (
            <Button onClick={() => void done(settle.reopen())}>Reopen</Button>
          )}
        </DialogFoot>
      )}
    </>
  );
}

function Facts({ request, now }: { request: Whole; now: number }) {
  const due = dueOf(request, now);
  const isMessage = request.kind === "contact" || request.kind === "support";
  const facts: [string, string | null][] = [
    ["From", `${request.name}, ${request.email}`],
    ["Company", request.company],
    [isMessage ? "Subject" : "Role", request.about],
    ["Received", exactTime(request.createdAt)],
    ["State", due?.message ?? null],
  ];
  return (
    <dl className="admin-facts">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd data-late={(label === "State" && due?.late) || undefined}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
