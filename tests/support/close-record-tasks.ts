import { JONAS } from "#server/demo/sample-people.ts";
import type { SampleFirm } from "./sample-firm.ts";

type Fields = Record<string, unknown>;
export interface Kept {
  readonly id: string;
  readonly number: string;
  readonly version: number;
  readonly state: string;
  readonly fields: Fields;
}

const DAY_MS = 86_400_000;
export const dayOf = (now: Date, days = 0) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Does what records ask for by themselves, in the register that the task leads to, as the owner would; another person approves it. */
export async function closeRecordTask(firm: SampleFirm, key: string, now: Date): Promise<void> {
  const [, register, task, id] = key.split(" ") as [string, string, string, string | undefined];
  const today = dayOf(now);
  const paper = () => firm.file(`${register} ${task}, ${today}`, ["XC-04"]);
  const all = await recordsOf(firm, register);
  const asked = all.find((record) => record.id === id);
  const approvedChange = async (record: Kept, fields: Fields) => {
    const changed = await firm.act("registers.change", {
      register,
      recordId: record.id,
      version: record.version,
      fields,
    });
    if (changed.state === "waiting")
      await firm.act("registers.approve", { register, recordId: record.id, version: changed.version }, JONAS);
  };
  /** Of those whose day is so long ago, or as near. */
  const upTo = (field: string, days: number) =>
    all.filter(
      ({ state, fields: { [field]: day } }) => state !== "ended" && typeof day === "string" && day <= dayOf(now, days),
    );
  switch (`${register} ${task}`) {
    case "privacy-requests answer":
      return await approvedChange(asked!, { closedOn: today, answer: await paper() });
    case "alerts acknowledge":
      return await approvedChange(asked!, { acknowledgedAt: now.toISOString() });
    case "alerts close": {
      const closed = { closedAt: now.toISOString(), outcome: "expected", reason: "A trip", source: await paper() };
      return await approvedChange(asked!, closed);
    }
    case "approvals renew":
      for (const record of upTo("expiresOn", 30)) await approvedChange(record, { expiresOn: dayOf(now, 300) });
      return;
    case "risks rate":
      for (const record of upTo("ratedOn", -335)) await approvedChange(record, { ratedOn: today });
      return;
    case "sites plan": {
      const plan = await paper();
      for (const record of upTo("planDatedOn", -335)) await approvedChange(record, { plan, planDatedOn: today });
      return;
    }
    case "data diagram": {
      const diagram = await paper();
      for (const record of upTo("diagramDatedOn", -335))
        await approvedChange(record, { diagram, diagramDatedOn: today });
      return;
    }
    case "incidents update":
      return await approvedChange(asked!, {
        timeline: `${String(asked!.fields["timeline"])} ${today}: still waiting.`,
      });
    case "client-matters dispose":
      return await dispose({ matterIds: upTo("closedOn", 30 - 7 * 365).map((record) => record.id), method: "shred" });
    case "devices reassign": {
      const people = await recordsOf(firm, "people");
      const [holder] = people.filter(({ state, fields }) => state === "open" && fields["endsAt"] === undefined);
      const left = new Set(people.filter(({ state }) => state === "ended").map(({ id: personId }) => personId));
      for (const record of all)
        if (record.state !== "ended" && left.has(String(record.fields["holderId"])))
          await approvedChange(record, { holderId: holder!.id });
      return;
    }
    case "devices wipe": {
      const retired = (await recordsOf(firm, "devices", "ended")).map((record) => record.id);
      return await dispose({ deviceIds: retired, method: "wipe" });
    }
    default:
      throw new Error(`nobody knows how to do ${key}`);
  }

  async function dispose(what: Fields): Promise<void> {
    const fields = { subject: `What was due, ${today}`, disposedOn: today, certificate: await paper(), ...what };
    await addApproved(firm, "disposals", fields);
  }
}

/** Adds a record as the owner, and has another person approve it. */
export async function addApproved(firm: SampleFirm, register: string, fields: Fields): Promise<string> {
  const { id, version } = (await firm.act("registers.add", { register, fields })) as Kept;
  await firm.act("registers.approve", { register, recordId: id, version }, JONAS);
  return id;
}

/** Records of a register, ended ones too unless a state is named. */
export async function recordsOf(firm: SampleFirm, register: string, state?: string): Promise<readonly Kept[]> {
  const { records } = await firm.act("registers.records", { register, limit: 200, ...(state && { state }) });
  return records as readonly Kept[];
}

/** The owner concludes a periodic review on what was read, as its page opens, and another person approves it. */
export async function reviewAgain(firm: SampleFirm, review: string, now: Date): Promise<void> {
  const { lines } = (await firm.act("prefilledReviews.get", { review })) as {
    lines: readonly { key: string; read: unknown }[];
  };
  const [tester] = (await recordsOf(firm, "people")).filter(({ fields }) => fields["name"] === "Tom Silva");
  const { id: recordId, version } = await firm.act("prefilledReviews.conclude", {
    review,
    lines: lines.filter(({ read }) => read !== null).map(({ key }) => key),
    fields: { conclusion: `Looked at, ${dayOf(now)}`, reviewerIds: [tester!.id] },
  });
  await firm.act("registers.approve", { register: "tests", recordId, version }, JONAS);
}
