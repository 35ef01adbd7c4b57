import { demoAccounts } from "./accounts.ts";
import { colleagues } from "./sample-people.ts";

type Act = (name: string, input: Record<string, unknown>) => Promise<unknown>;

/** An audit window, who sees to what fails, what they wrote about it, and which failure they accept; `at` tells which day was how long ago. */
export async function planWork(
  act: Act,
  companyId: string,
  at: (when: { daysAgo: number; time: string }) => Date,
): Promise<void> {
  const day = (daysAgo: number) => at({ daysAgo, time: "00:00" }).toISOString().slice(0, 10);
  const [project] = (await act("projects.list", { companyId })) as { id: string }[];
  const window = { from: day(62), to: day(-30) };
  await act("projects.setWindow", { companyId, projectId: project!.id, window });
  const controls = (await act("controls.list", { companyId })) as { id: string; status: string }[];
  const failing = controls.filter(({ status }) => status === "failing").map(({ id }) => id);
  const owners = [demoAccounts[0]!, ...colleagues];
  // The first of them is late.
  for (const [position, controlId] of failing.slice(0, 3).entries())
    await act("controls.assign", {
      companyId,
      controlId,
      ownerId: owners[position]!.userId,
      dueOn: day(2 - 6 * position),
    });
  await act("acceptedFailures.accept", {
    companyId,
    controlId: "XC-16",
    checkId: "network.no-open-admin-ports",
    reason: "The office cannot print without this server until the new one is delivered.",
    treatment: "Its own firewall lets in the address of the office alone, and its sign-ins are read every morning.",
    until: day(-30),
  });
  await act("controls.note", {
    companyId,
    controlId: failing[0],
    body: "Went through the findings with the engineers. The two that matter are fixed on Thursday.",
  });
}
