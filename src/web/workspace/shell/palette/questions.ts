import { BellOff, Cable, FileCheck2, FilePlus2, FlaskConical, ListChecks, Stamp, UserRound } from "lucide-react";
import { getProvider } from "#catalog/providers.ts";
import { api, client, queryClient } from "#web/api.ts";
import { longDate } from "#web/design/dates.ts";
import { muteForAWeek } from "../../alerts/mute.ts";
import type { Company } from "../../company.ts";
import { spokenNumber } from "../../exhibit-numbers.ts";
import described from "virtual:commands";
import { SHOW } from "../../next/next-address.ts";
import { changeShown } from "../../shown-change.ts";
import type { Command, Question } from "./command.ts";

interface Control {
  readonly id: string;
  readonly title: string;
}

/** What the palette's actions ask before they can be done. */
export function questionsOf({ id: companyId }: Pick<Company, "id">) {
  const input = { companyId };
  const controls = async () => await queryClient.fetchQuery(api.controls.list.queryOptions({ input }));

  const failing: Question = {
    id: "failing",
    asks: "Open which failing control?",
    nothing: "No control fails.",
    answers: async () =>
      (await controls())
        .filter(({ status }) => status === "failing")
        .map((control) => entryOf(control, `/dashboard/controls/${control.id}`)),
  };

  const assign: Question = {
    id: "assign",
    asks: "Assign which control?",
    nothing: "There are no controls.",
    answers: async () => (await controls()).map((control) => entryOf(control, ownerOf(companyId, control))),
  };

  const review: Question = {
    id: "review",
    asks: "Review which document?",
    nothing: "No document waits for your review.",
    async answers() {
      const documents = await queryClient.fetchQuery(api.documents.list.queryOptions({ input }));
      return documents
        .flatMap((document) =>
          document.filings.filter(({ mayReview }) => mayReview).map((filing) => ({ document, filing })),
        )
        .toSorted((before, after) => before.filing.filedAt.localeCompare(after.filing.filedAt))
        .map(({ document, filing }) => ({
          id: `review-${filing.id}`,
          label: document.title,
          note: `${spokenNumber(filing.item.exhibit)}, ${filing.filedBy.name}, ${longDate(filing.filedAt)}`,
          icon: FileCheck2,
          leads: `/dashboard/controls/${document.controlId}?document=${document.id}`,
          state: SHOW,
        }));
    },
  };

  const test: Question = {
    id: "test",
    asks: "Test which check?",
    nothing: "There are no checks.",
    answers: async () =>
      described.checks.map(({ id, title, controlId, control }) => ({
        id: `test-${id}`,
        label: title,
        note: controlId,
        words: control,
        icon: FlaskConical,
        leads: `/dashboard/controls/${controlId}?check=${id}&do=test`,
      })),
  };

  const verify: Question = {
    id: "verify",
    asks: "Verify which exhibit?",
    nothing: "No exhibit matches.",
    searches: true,
    async answers(text) {
      const { items } = await client.evidence.list({ companyId, limit: 8, ...(text ? { search: text } : {}) });
      return items.map(({ id, exhibit, name }) => ({
        id: `verify-${id}`,
        label: name,
        note: spokenNumber(exhibit),
        icon: Stamp,
        leads: `/dashboard/evidence?item=${id}#proof`,
      }));
    },
  };

  const connect: Question = {
    id: "connect",
    asks: "Connect which provider?",
    nothing: "There is nothing to connect.",
    async answers() {
      const offers = await queryClient.fetchQuery(api.connections.list.queryOptions({ input }));
      return offers.map(({ provider: key }) => {
        const { name, kind } = getProvider(key);
        const leads = `/dashboard/integrations?connect=${key}`;
        return { id: `connect-${key}`, label: name, note: kind, icon: Cable, leads };
      });
    },
  };

  const mute: Question = {
    id: "mute",
    asks: "Mute which alert for a week?",
    nothing: "No alert is open.",
    async answers() {
      const { open } = await queryClient.fetchQuery({ ...api.alerts.open.queryOptions({ input }), staleTime: 0 });
      return open
        .filter(({ mutedUntil }) => mutedUntil === null)
        .map(({ id, control, reason }) => ({
          id: `mute-${id}`,
          label: control.title,
          note: control.id,
          words: reason,
          icon: BellOff,
          leads: () => void muteForAWeek(companyId, control),
        }));
    },
  };

  return { failing, assign, review, test, verify, connect, mute };
}

/** Under which control files that were pasted are filed; the dialog on its page has them. */
export function controlForFiles({ id: companyId }: Pick<Company, "id">, files: readonly File[]): Question {
  const what = files.length === 1 ? files[0]!.name : `${files.length} files`;
  return {
    id: "file-under",
    asks: `File ${what} under which control?`,
    nothing: "There are no controls.",
    async answers() {
      const { addFiles, forgetFiles } = await import("../../evidence/filing-store.ts");
      const controls = await queryClient.fetchQuery(api.controls.list.queryOptions({ input: { companyId } }));
      return controls.map((control) => ({
        ...entryOf(control, `/dashboard/controls/${control.id}?add=1`),
        icon: FilePlus2,
        before() {
          forgetFiles(companyId);
          addFiles(companyId, files);
        },
      }));
    },
  };
}

/** Who is to own a control: a member, or nobody. */
function ownerOf(companyId: string, control: Control): Question {
  return {
    id: `owner-${control.id}`,
    asks: `Who owns ${control.title}?`,
    nothing: "There are no members.",
    async answers() {
      const members = await queryClient.fetchQuery(api.members.list.queryOptions({ input: { companyId } }));
      const people = members.map(({ userId, firstName, lastName, email }) => ({
        id: `owner-${userId}`,
        label: `${firstName} ${lastName}`.trim() || email,
        note: email,
        words: email,
        icon: UserRound,
        owner: userId as string | null,
      }));
      return [...people, { id: "owner-none", label: "No owner", icon: UserRound, owner: null }].map(
        ({ owner, ...entry }) => ({
          ...entry,
          leads: () => void assignTo(companyId, control, owner === null ? null : { userId: owner, name: entry.label }),
        }),
      );
    },
  };
}

/** Gives a control an owner; its due date stays. */
async function assignTo(companyId: string, { id: controlId, title }: Control, owner: Owner | null): Promise<void> {
  const asked = api.controls.plans.queryOptions({ input: { companyId } });
  const before = (await queryClient.fetchQuery(asked)).find((plan) => plan.controlId === controlId);
  const dueOn = before?.dueOn ?? null;
  await changeShown({
    within: api.controls.plans.key(),
    show() {
      queryClient.setQueryData(asked.queryKey, (plans) => [
        ...(plans ?? []).filter((plan) => plan.controlId !== controlId),
        { controlId, owner, dueOn },
      ]);
    },
    send: () => client.controls.assign({ companyId, controlId, ownerId: owner?.userId ?? null, dueOn }),
    undo: () => client.controls.assign({ companyId, controlId, ownerId: before?.owner?.userId ?? null, dueOn }),
    done: owner ? `${owner.name} owns ${title}` : `${title} has no owner`,
    failed: "The owner could not be saved",
  });
}

interface Owner {
  readonly userId: string;
  readonly name: string;
}

const entryOf = ({ id, title }: Control, leads: Command["leads"]): Command => ({
  id: `control-${id}`,
  label: title,
  alias: id,
  note: id,
  icon: ListChecks,
  leads,
});
