import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { timeNow } from "#web/clock.ts";
import { Button } from "#web/design/button.tsx";
import { CheckboxGroup } from "#web/design/choice.tsx";
import { longDate } from "#web/design/dates.ts";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../../company-context.tsx";
import { addressOfReview, counted } from "./reviews.ts";
import { ListDialog } from "./list-dialog.tsx";
import { SystemChoice } from "./system-choice.tsx";

type Candidates = z.output<typeof contract.reviews.systems.output>;

const DAYS_TO_DECIDE = 14;

/** Starts a review: its name and due date, its systems, and who decides on each. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const { company } = useWorkspace();
  const candidates = useQuery(api.reviews.systems.queryOptions({ input: { companyId: company.id } }));
  return (
    <Dialog title="Start Access Review" width="wide" onClose={onClose}>
      <Screen
        data={candidates}
        loading={
          <DialogBody>
            <SkeletonLines lines={5} />
          </DialogBody>
        }
        empty={{
          when: ({ systems }) => systems.length === 0,
          show: (
            <DialogBody>
              <p>Add or connect a system first. Its accounts are then listed here.</p>
            </DialogBody>
          ),
        }}
      >
        {(found) => <StartForm candidates={found} onClose={onClose} />}
      </Screen>
    </Dialog>
  );
}

function StartForm({ candidates, onClose }: { candidates: Candidates; onClose: () => void }) {
  const { company, person } = useWorkspace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState(() => quarterName(timeNow()));
  const [dueOn, setDueOn] = useState(() =>
    new Date(timeNow().getTime() + DAYS_TO_DECIDE * 86_400_000).toISOString().slice(0, 10),
  );
  const ready = candidates.systems.filter(({ readiness }) => readiness === "ready");
  const [chosen, setChosen] = useState<readonly string[]>(() => ready.map(({ systemId }) => systemId));
  const [reviewers, setReviewers] = useState<Readonly<Record<string, string>>>({});
  const usual =
    candidates.reviewers.find(({ userId, known }) => known && userId === person.id) ??
    candidates.reviewers.find(({ known }) => known) ??
    candidates.reviewers[0];
  const reviewerOf = (system: Candidates["systems"][number]) =>
    reviewers[system.systemId] ?? system.reviewerId ?? usual?.userId ?? person.id;
  const [others, setOthers] = useState<Readonly<Record<string, string>>>({});
  /** Somebody else, who can decide if there is such a person: the one who starts it before the rest. */
  const otherOf = (system: Candidates["systems"][number]) => {
    const rest = candidates.reviewers.filter(({ userId }) => userId !== reviewerOf(system));
    const chosenOther = rest.find(({ userId }) => userId === others[system.systemId]);
    const able = rest.filter(({ known }) => known);
    return (chosenOther ?? able.find(({ userId }) => userId === person.id) ?? able[0] ?? rest[0])?.userId ?? null;
  };
  const [listing, setListing] = useState<Candidates["systems"][number]>();
  const own = candidates.systems.filter(({ systemId }) => chosen.includes(systemId));
  const unread = own.filter(({ readiness }) => readiness !== "ready");
  const starting = useMutation({
    mutationFn: () =>
      client.reviews.open({
        companyId: company.id,
        name,
        dueOn,
        systems: own.map((system) => ({
          systemId: system.systemId,
          reviewerId: reviewerOf(system),
          otherId: otherOf(system),
        })),
      }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: api.reviews.key() });
      toast.success("Review started");
      await navigate(addressOfReview(id));
    },
    onError: (error) => showError(error, "The review could not be started"),
  });
  const toggle = (systemId: string) =>
    setChosen((before) =>
      before.includes(systemId) ? before.filter((other) => other !== systemId) : [...before, systemId],
    );
  return (
    <>
      <DialogBody>
        <div className="review-start">
          <Field label="Name">
            <Input value={name} maxLength={200} onChange={({ target }) => setName(target.value)} />
          </Field>
          <Field label="Due date">
            <Input
              type="date"
              value={dueOn}
              min={timeNow().toISOString().slice(0, 10)}
              onChange={({ target }) => setDueOn(target.value)}
            />
          </Field>
        </div>
        <CheckboxGroup
          label="Systems and reviewers"
          help="The newest complete reading or list of each system is frozen now. A reviewer’s own accounts go to someone else."
        >
          {candidates.systems.map((system) => (
            <SystemChoice
              key={system.systemId}
              system={system}
              reviewers={candidates.reviewers}
              isChosen={chosen.includes(system.systemId)}
              reviewerId={reviewerOf(system)}
              otherId={otherOf(system)}
              onToggle={() => toggle(system.systemId)}
              onReviewer={(userId) => setReviewers((before) => ({ ...before, [system.systemId]: userId }))}
              onUpload={() => setListing(system)}
              onOther={(userId) => setOthers((before) => ({ ...before, [system.systemId]: userId }))}
            />
          ))}
        </CheckboxGroup>
        {unread.length > 0 && (
          <p className="compact review-bad" role="status">
            {counted(unread.length)} selected {unread.length === 1 ? "system has" : "systems have"} no complete reading
            or list of the last 7 days. The review stays open until {unread.length === 1 ? "it is" : "they are"} read.
          </p>
        )}
        {dueOn !== "" && own.length > 0 && (
          <p className="compact quiet">Reviewers decide by the end of {longDate(dueOn)} (UTC).</p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          disabled={name.trim() === "" || dueOn === "" || own.length === 0}
          busy={starting.isPending && "Starting..."}
          onClick={() => starting.mutate()}
        >
          Start Review
        </Button>
      </DialogFoot>
      {listing && (
        <ListDialog
          systemId={listing.systemId}
          system={listing.system}
          onAdded={() => setChosen((before) => [...new Set([...before, listing.systemId])])}
          onClose={() => setListing(undefined)}
        />
      )}
    </>
  );
}

const quarterName = (now: Date) => `Access review, Q${Math.floor(now.getUTCMonth() / 3) + 1} ${now.getUTCFullYear()}`;
