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
import { sendInChunks } from "./send-in-chunks.ts";
import type { Skipped } from "./send-in-chunks.ts";

type DuePerson = z.output<typeof contract.staff.due.output>["people"][number];

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
  const due = useQuery(
    api.staff.due.queryOptions({ input: { companyId: company.id, ...(policyId !== undefined && { policyId }) } }),
  );
  const [sent, setSent] = useState<{ done: number; of: number } | null>(null);
  const [end, setEnd] = useState<{ sent: number; skipped: readonly Skipped[] } | null>(null);
  const people = due.data?.people ?? [];
  const ready = people.filter(({ reach }) => reach === "ready");
  const skipped: readonly Skipped[] = people.flatMap(({ personId, reach }) =>
    reach === "ready" ? [] : [{ personId, why: reach }],
  );
  const late = people.filter((person) => person.late).length;
  const send = async () => {
    setSent({ done: 0, of: ready.length });
    try {
      const said = await sendInChunks(
        company.id,
        ready.map(({ personId }) => personId),
        (done) => setSent({ done, of: ready.length }),
      );
      setEnd({ sent: said.sent, skipped: [...said.skipped, ...skipped] });
      if (said.problem !== undefined) showError(said.problem, "Some links could not be sent");
    } finally {
      setSent(null);
      await queries.invalidateQueries({ queryKey: api.training.key() });
      await queries.invalidateQueries({ queryKey: api.staff.key() });
    }
  };
  const isReady = end === null && ready.length > 0;
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
          ) : people.length === 0 ? (
            <p>Nobody has anything left to do.</p>
          ) : (
            <p>
              {`${counted(people.length)} ${people.length === 1 ? "has" : "have"} ${policyId === undefined ? "something to acknowledge or to pass" : "not acknowledged it"}${late > 0 ? `, ${late.toLocaleString("en-US")} late` : ""}. Each gets one email with a link to their page.`}
            </p>
          )}
        </div>
        {!due.isPending && <SkippedPeople skipped={end?.skipped ?? skipped} people={people} />}
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
            {`Send ${links(ready.length)}`}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

/** Who gets no link, by why, and where that is mended. */
function SkippedPeople({ skipped, people }: { skipped: readonly Skipped[]; people: readonly DuePerson[] }) {
  if (skipped.length === 0) return null;
  const nameOf = new Map(people.map(({ personId, name, number }) => [personId, `${name} (${number})`]));
  return (
    <>
      <p className="above-16">{`Skipped: ${counted(skipped.length)}`}</p>
      <ul className="compact">
        {[...Map.groupBy(skipped, ({ why }) => why)].map(([why, own]) => (
          <li key={why} className="wraps">
            <b>{whyWords[why]}</b>:{" "}
            {own
              .slice(0, NAMED)
              .map(({ personId }) => nameOf.get(personId) ?? personId)
              .join(", ")}
            {own.length > NAMED && `, and ${(own.length - NAMED).toLocaleString("en-US")} more`}
          </li>
        ))}
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
