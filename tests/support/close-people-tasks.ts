import { JONAS, TOM } from "#server/demo/sample-people.ts";
import { dayOf, recordsOf } from "./close-record-tasks.ts";
import type { Kept } from "./close-record-tasks.ts";
import { staffDoesAll } from "./close-tasks.ts";
import type { SampleFirm } from "./sample-firm.ts";

type Fields = Record<string, unknown>;

/** What somebody's account in the cloud is called: d.reyes. */
const accountOf = ({ name }: Fields): string => {
  const [first, family] = String(name).toLowerCase().split(" ");
  return `${first?.charAt(0)}.${family}`;
};

/** Does what is due of people, their accounts and access reviews; answers whether the task was one of these. */
export async function closePeopleTask(firm: SampleFirm, key: string, now: Date): Promise<boolean> {
  const [first, id] = key.split(" ") as [string, string];
  const today = dayOf(now);
  const { cloud } = firm;
  switch (key === "review next" ? key : first) {
    case "addresses": {
      const { addresses } = await firm.act("staff.addresses", {}, JONAS);
      const known = addresses.map(({ personId, email }: Fields) => ({ personId, email }));
      await firm.act("staff.vouch", { addresses: known }, JONAS);
      return true;
    }
    case "accounts":
      await sayWhose(firm);
      return true;
    case "starter": {
      const fields = (await firm.act("registers.get", { register: "people", recordId: id })).fields as Fields;
      cloud.add(accountOf(fields), "t.silva", today);
      await firm.collect();
      await sayWhose(firm);
      await staffDoesAll(firm);
      return true;
    }
    case "mover": {
      const request = { access: "As before", personId: id, systemId: await cloudSystem(firm), requestedOn: today };
      const { id: recordId, version } = await firm.act("registers.add", {
        register: "access-requests",
        fields: { ...request, reason: "The new role needs it." },
      });
      await firm.act("registers.approve", { register: "access-requests", recordId, version }, TOM);
      return true;
    }
    case "leaver": {
      const { accounts } = await firm.act("accounts.list", { show: "all", personId: id });
      for (const { label } of accounts) cloud.remove(label);
      await firm.collect();
      return true;
    }
    case "review next": {
      await firm.collect();
      const systems = [{ systemId: await cloudSystem(firm), reviewerId: TOM, otherId: JONAS }];
      const { id: reviewId } = await firm.act("reviews.open", {
        name: `Access, ${today}`,
        dueOn: dayOf(now, 6),
        systems,
      });
      await firm.act("reviews.remind", { reviewId });
      return true;
    }
    case "review":
      await finishReview(firm, id);
      return true;
    default:
      return false;
  }
}

const cloudSystem = async (firm: SampleFirm): Promise<string> =>
  (await firm.ask("SELECT id FROM app.systems WHERE company_id = $1 AND name LIKE 'AWS (%'", [firm.company]))[0].id;

/** The owner says whose each account is that nobody is known for: the person of that name, or a program. */
async function sayWhose(firm: SampleFirm): Promise<void> {
  const people = await recordsOf(firm, "people");
  const { accounts } = await firm.act("accounts.list", {});
  for (const { provider, scope, id, label } of accounts) {
    const owner = people.find(({ fields }) => accountOf(fields) === label);
    const said = owner ? { kind: "person", personId: owner.id } : { kind: "program" };
    await firm.act("accounts.decide", { accounts: [{ provider, scope, id }], ...said });
  }
}

/** Tom keeps every account but his own, which Jonas does, and the owner closes the review. */
async function finishReview(firm: SampleFirm, reviewId: string): Promise<void> {
  const { populations } = await firm.act("reviews.get", { reviewId });
  for (const { id: populationId } of populations as readonly Kept[]) {
    const { accounts } = await firm.act("reviews.accounts", { reviewId, populationId });
    for (const { id: rowId, label } of accounts)
      await firm.act(
        "reviews.decide",
        { reviewId, decisions: [{ rowId, decision: "keep" }] },
        label === "t.silva" ? JONAS : TOM,
      );
  }
  await firm.act("reviews.close", { reviewId });
}
