import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { exactTime, longDate } from "#web/design/dates.ts";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { showError } from "#web/app-error.ts";
import { spokenNumber } from "../exhibit-numbers.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import { AnswerDialog } from "./answer-dialog.tsx";
import { AskDialog } from "./ask-dialog.tsx";
import { stateWords } from "./audit.ts";
import type { AuditRequest, AuditScope } from "./audit.ts";
import { GoneItem } from "./gone-item.tsx";

/** What auditors asked for, with the answers; each side does its part. */
export function Requests({ scope }: { scope: AuditScope }) {
  const { company } = useWorkspace();
  const mayAsk = useCan("audit.ask");
  const mayInvite = useCan("auditors.manage");
  const [asking, setAsking] = useState(false);
  const [answering, setAnswering] = useState<AuditRequest>();
  const requests = useQuery(api.audit.requests.queryOptions({ input: { companyId: company.id } }));
  return (
    <>
      {mayAsk && (
        <div className="audit-actions below-16">
          <Button kind="primary" icon={MessageSquarePlus} onClick={() => setAsking(true)}>
            Ask for Evidence
          </Button>
        </div>
      )}
      <Screen
        data={requests}
        loading={<SkeletonLines lines={6} />}
        empty={{
          when: (all) => all.length === 0,
          show: mayAsk ? (
            <p className="padded-16 quiet">You have no requests yet.</p>
          ) : (
            <EmptyState
              title="No requests yet"
              action={
                mayInvite && (
                  <ButtonLink size="small" to="/dashboard/settings#auditors">
                    Invite Auditor
                  </ButtonLink>
                )
              }
            >
              What your auditors ask for shows here, each with a due date and a place for your answer.
            </EmptyState>
          ),
        }}
      >
        {(all) => (
          <ul aria-label="Requests">
            {all.map((request) => (
              <li key={request.id} className="audit-request">
                <Request request={request} onAnswer={() => setAnswering(request)} />
              </li>
            ))}
          </ul>
        )}
      </Screen>
      {asking && <AskDialog scope={scope} onClose={() => setAsking(false)} />}
      {answering && <AnswerDialog request={answering} onClose={() => setAnswering(undefined)} />}
    </>
  );
}

function Request({ request, onAnswer }: { request: AuditRequest; onAnswer: () => void }) {
  const mayAnswer = useCan("audit.answer");
  const maySettle = useCan("audit.ask");
  const waiting = request.state === "open" || request.state === "answered";
  return (
    <>
      <p className="small quiet">
        <b className="strong inked">{stateWords[request.state]}</b>. {request.askedBy}, {longDate(request.askedAt)}, for{" "}
        {request.project}
        {request.control && `, ${request.control}`}. Due {longDate(`${request.dueOn}T12:00:00.000Z`)}.
      </p>
      <p className="above-4">{request.wanted}</p>
      {request.answers.map((answer) => (
        <div key={answer.id} className="audit-answer">
          <p className="small quiet">
            {answer.by}, {exactTime(answer.at)}
          </p>
          <p>{answer.text}</p>
          {answer.items.length > 0 && (
            <ul className="above-4">
              {answer.items.map(({ id, exhibit, name }) => (
                <li key={id}>
                  <Link className="link" to={`/dashboard/evidence?item=${id}`}>
                    <span className="exhibit-number">{spokenNumber(exhibit)}</span> {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {answer.gone.map((item) => (
            <GoneItem key={item.exhibit} item={item} />
          ))}
        </div>
      ))}
      {mayAnswer && waiting && (
        <div className="audit-actions">
          <Button size="small" onClick={onAnswer}>
            Answer
          </Button>
        </div>
      )}
      {maySettle && <Settle request={request} />}
    </>
  );
}

function Settle({ request: { id, state } }: { request: AuditRequest }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const settle = useMutation(
    api.audit.settle.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.audit.key() }),
      onError: (error) => showError(error, "The request could not be changed"),
    }),
  );
  const choices = [
    { outcome: "accepted", label: "Accept", from: ["answered"] },
    { outcome: "open", label: "Ask Again", from: ["answered", "accepted", "closed"] },
    { outcome: "closed", label: "Withdraw", from: ["open", "answered"] },
  ] as const;
  return (
    <div className="audit-actions">
      {choices
        .filter(({ from }) => (from as readonly string[]).includes(state))
        .map(({ outcome, label }) => (
          <Button
            key={outcome}
            size="small"
            kind={outcome === "accepted" ? "secondary" : "quiet"}
            disabled={settle.isPending}
            onClick={() => settle.mutate({ companyId: company.id, requestId: id, outcome })}
          >
            {label}
          </Button>
        ))}
    </div>
  );
}
