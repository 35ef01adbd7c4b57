import { addApproved, dayOf, recordsOf, reviewAgain } from "./close-record-tasks.ts";
import type { SampleFirm } from "./sample-firm.ts";

/** What happens to the firm on a day of its year, each as somebody would enter it. Who starts and leaves does so once the staff take part. */
export function eventsOf(firm: SampleFirm): Readonly<Record<number, (now: Date) => Promise<unknown>>> {
  const personOf = async (name: string) => {
    const found = (await recordsOf(firm, "people")).find(({ fields }) => fields["name"] === name);
    if (!found) throw new Error(`nobody is called ${name}`);
    return found;
  };
  const owner = async () => (await personOf("Priya Nair")).id;
  const request = async (now: Date) =>
    await addApproved(firm, "privacy-requests", {
      kind: "deletion",
      person: "A former client",
      law: "gdpr",
      receivedOn: dayOf(now, -2),
      request: await firm.file(`A letter, ${dayOf(now)}`, ["XC-15"]),
      ownerId: await owner(),
    });
  const alert = async (now: Date) =>
    await firm.act("registers.add", {
      register: "alerts",
      fields: { title: "Sign-in from abroad", raisedAt: new Date(now.getTime() - 3_600_000).toISOString() },
    });
  return {
    2: request,
    3: alert,
    5: async (now) =>
      await addApproved(firm, "incidents", {
        title: "A supplier does not answer",
        kind: "incident",
        severity: "low",
        discoveredAt: new Date(now.getTime() - 3_600_000).toISOString(),
        leadId: await owner(),
        data: ["none"],
        timeline: "Asked.",
      }),
    6: (now) => reviewAgain(firm, "logs", now),
    8: async (now) =>
      await addApproved(firm, "client-matters", {
        reference: "2019-004",
        leadId: (await personOf("Samuel Katz")).id,
        restricted: "no",
        openedOn: dayOf(now, -2_900),
        closedOn: dayOf(now, 40 - 7 * 365),
        keptYears: 7,
        list: await firm.file(`Matter list, ${dayOf(now)}`, ["XC-14"]),
        listedOn: dayOf(now),
      }),
    61: async (now) => {
      const fields = { email: "ida.berg@calder-finch.example", jobTitle: "Paralegal", kind: "employee" };
      const { id: personId } = await firm.act("registers.add", {
        register: "people",
        fields: { ...fields, name: "Ida Berg", startsAt: now.toISOString() },
      });
      await addApproved(firm, "screenings", {
        kind: "references",
        personId,
        completedOn: dayOf(now),
        report: await firm.file(`Notes of a call, ${dayOf(now)}`, ["XC-05"]),
        test: "Two former employers were called.",
      });
    },
    63: async () => {
      const { id: recordId, version } = await personOf("Jonas Lindqvist");
      const fields = { jobTitle: "Head of IT and security" };
      await firm.act("registers.change", { register: "people", recordId, version, fields });
    },
    65: async (now) => {
      const { id: recordId } = await personOf("Dan Reyes");
      const left = { register: "people", recordId, reason: "Resigned", lastDay: dayOf(now) };
      await firm.act("registers.end", left);
      const laptop = (await recordsOf(firm, "devices")).find(({ fields }) => fields["holderId"] === recordId)!;
      await firm.act("registers.end", { register: "devices", recordId: laptop.id, reason: "Retired" });
    },
    100: async (now) =>
      await addApproved(firm, "incidents", {
        title: "A parcel went to another firm",
        kind: "incident",
        severity: "low",
        discoveredAt: now.toISOString(),
        leadId: await owner(),
        data: ["personal"],
        places: ["eu"],
        timeline: "Its finder called.",
      }),
    200: request,
    210: alert,
  };
}
