import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { useWorkspace } from "../company-context.tsx";
import { namedWithNumber, sendInChunks } from "./send-in-chunks.ts";
import type { Skipped } from "./send-in-chunks.ts";

type Due = z.output<typeof contract.staff.due.output>;

const counted = (many: number) => `${many.toLocaleString("en-US")} ${many === 1 ? "person" : "people"}`;
const links = (many: number) => (many === 1 ? "1 Link" : `${many.toLocaleString("en-US")} Links`);
/** So many names are listed of a reason; the others are counted. */
const NAMED = 8;

const whyWords = {
  "no email": "No work email in People",
  unvouched: "Email address not confirmed",
  mailed: "Mailed 5 times today",
  gone: "Left, or shares the address with somebody else",
} as const;

/** Whom a link reaches who has something to do, who is skipped and why, and how far sending is. Of one policy alone where it is named. */
export function LinksDialog({ policyId, onClose }: { policyId?: string; onClose: () => void }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const asked = { companyId: company.id, ...(policyId !== undefined && { policyId }) };
  // Counts are of everybody; who they are is asked for when links are sent.
  const due = useQuery(api.staff.due.queryOptions({ input: { ...asked, limit: 1 } }));
  const [sent, setSent] = useState<{ done: number; of: number } | null>(null);
  const [end, setEnd] = useState<{ sent: number; skipped: readonly Reason[] } | null>(null);
  const { total = 0, late = 0, ready = 0 } = due.data ?? {};
  const skipped = (due.data?.skipped ?? []).map(reasonOf);
  const send = async () => {
    setSent({ done: 0, of: ready });
    try {
      const said = await sendInChunks(asked, (done) => setSent({ done, of: Math.max(ready, done) }));
      setEnd({ sent: said.sent, skipped: [...reasonsOf(said.skipped), ...skipped] });
      if (said.problem !== undefined) showError(said.problem, "Some links could not be sent");
    } finally {
      setSent(null);
      await queries.invalidateQueries({ queryKey: api.training.key() });
      await queries.invalidateQueries({ queryKey: api.staff.key() });
    }
  };
  const isReady = end === null && ready > 0;
  return (
    <Dialog title="Send Links" onClose={onClose}>
      <DialogBody>
        <div role="status">
          {due.isPending ? (
            <p className="quiet">Looking who has something to do...</p>
          ) : due.isError ? (
            <p>This could not be read. Close it and try again.</p>
          ) : end ? (
            <p>{end.sent === 0 ? "No link was sent." : `Links sent to ${counted(end.sent)}.`}</p>
          ) : total === 0 ? (
            <p>Nobody has anything left to do.</p>
          ) : (
            <p>
              {`${counted(total)} ${total === 1 ? "has" : "have"} ${policyId === undefined ? "something to acknowledge or to pass" : "not acknowledged it"}${late > 0 ? `, ${late.toLocaleString("en-US")} late` : ""}. Each gets one email with a link to their page.`}
            </p>
          )}
        </div>
        {!due.isPending && <SkippedPeople skipped={end?.skipped ?? skipped} />}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{end ? "Done" : "Cancel"}</Button>
        {isReady && (
          <Button
            kind="primary"
            busy={
              sent !== null && `Sending ${sent.done.toLocaleString("en-US")} of ${sent.of.toLocaleString("en-US")}...`
            }
            onClick={() => void send()}
          >
            {`Send ${links(ready)}`}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

/** Why some get no link: how many, and the first of them. */
interface Reason {
  readonly why: Skipped["why"];
  readonly people: number;
  readonly names: readonly string[];
}

const reasonOf = ({ why, people, first }: Due["skipped"][number]): Reason => ({
  why,
  people,
  names: first.map(namedWithNumber),
});

const reasonsOf = (skipped: readonly Skipped[]): readonly Reason[] =>
  [...Map.groupBy(skipped, ({ why }) => why)].map(([why, own]) => ({
    why,
    people: own.length,
    names: own.slice(0, NAMED).map(({ name }) => name),
  }));

/** Who gets no link, by why, and where that is mended. */
function SkippedPeople({ skipped }: { skipped: readonly Reason[] }) {
  if (skipped.length === 0) return null;
  return (
    <>
      <p className="above-16">{`Skipped: ${counted(skipped.reduce((sum, { people }) => sum + people, 0))}`}</p>
      <ul className="compact">
        {[...Map.groupBy(skipped, ({ why }) => why)].map(([why, own]) => {
          const names = own.flatMap((reason) => reason.names).slice(0, NAMED);
          const more = own.reduce((sum, { people }) => sum + people, 0) - names.length;
          return (
            <li key={why} className="wraps">
              <b>{whyWords[why]}</b>: {names.join(", ")}
              {more > 0 && `, and ${more.toLocaleString("en-US")} more`}
            </li>
          );
        })}
      </ul>
      <p className="compact quiet">
        <Link className="link" to="/dashboard/program/people">
          Open People
        </Link>{" "}
        to add or confirm email addresses.
      </p>
    </>
  );
}
