import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { controlOfCheck } from "#catalog/index.ts";
import { addMember } from "#tests/support/members.ts";
import { prowlerReport } from "#tests/support/reports.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let [olga, ada, mia, stranger]: Person[] = [];
let company: string;

const check = "logging.cloud-audit-on";
const control = controlOfCheck(check);

beforeAll(async () => {
  running = await runApp();
  [olga, ada, mia, stranger] = await Promise.all(["Olga", "Ada", "Mia", "Sam"].map((name) => running.person(name)));
  await stranger!.found("Elsewhere");
});
afterAll(() => running.close());
afterEach(() => running.setNow(undefined));
beforeEach(async () => {
  company = await olga!.found(`Accepted ${randomUUID()}`);
  for (const [person, role] of [
    [ada, "admin"],
    [mia, "member"],
  ] as const)
    await addMember(running, company, person!.id, role);
});

const at = (more = "") => `/companies/${company}/controls/${control.id}/accepted-failures${more}`;
const day = (count: number) => new Date(Date.now() + count * 24 * 60 * 60_000).toISOString().slice(0, 10);
const accept = (more: Record<string, unknown> = {}, by = olga!) =>
  by.post(at(), {
    checkId: check,
    reason: "The trail is moved to another account.",
    treatment: "An engineer reads the local log each day.",
    until: day(90),
    ...more,
  });
const list = async (by = olga!) => (await by.get(at())).body.acceptances;
const details = async () => (await olga!.get(`/companies/${company}/controls/${control.id}`)).body;
const outcome = async () =>
  (await details()).checks.find(({ checkId }: { checkId: string }) => checkId === check).outcome;

/** A scan of the account, by which the check fails or not. */
async function scan(status: "PASS" | "FAIL", minutes = 0): Promise<void> {
  const moment = new Date(Date.now() + minutes * 60_000);
  running.setNow(moment);
  const findings = JSON.parse(prowlerReport(moment)) as { status_code: string; metadata: { event_code: string } }[];
  for (const finding of findings)
    if (finding.metadata.event_code === "cloudtrail_multi_region_enabled") finding.status_code = status;
  const sent = await olga!.upload(
    `/companies/${company}/imports?fileName=${status}${minutes}.ocsf.json`,
    JSON.stringify(findings),
  );
  expect(sent.status).toBe(201);
  await running.app.runTasks();
}

describe("a failure", () => {
  test("is accepted until a day, with reason and treatment, and changes nothing of what fails", async () => {
    await scan("FAIL");
    const before = await details();
    expect(await outcome()).toBe("fail");
    const { status, body } = await accept();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      checkId: check,
      reason: "The trail is moved to another account.",
      treatment: "An engineer reads the local log each day.",
      until: day(90),
      acceptedBy: "Olga Example",
      state: "in force",
      ended: null,
    });
    const after = await details();
    expect(after.control).toMatchObject({ status: before.control.status, reason: before.control.reason });
    expect(after.checks).toEqual(before.checks);
    expect(await list(mia)).toEqual([body]);
    const { entries } = (await olga!.get(`/companies/${company}/activity?kind=control`)).body;
    expect(entries[0].sentence).toBe(
      `accepted that “${body.check}” fails until ${day(90)}: The trail is moved to another account`,
    );
  });

  test("is accepted by owners and admins, of their own company alone, and read by its people", async () => {
    await scan("FAIL");
    expect((await accept({}, mia)).status).toBe(403);
    expect((await accept({}, stranger)).status).toBe(404);
    expect((await stranger!.get(at())).status).toBe(404);
    const { body } = await accept({}, ada);
    expect(body.acceptedBy).toBe("Ada Example");
    expect((await mia!.post(at(`/${body.id}/withdrawal`), { reason: "x" })).status).toBe(403);
    expect((await stranger!.post(at(`/${body.id}/withdrawal`), { reason: "x" })).status).toBe(404);
  });

  test("is not accepted without reason and treatment, for more than a year, or where nothing fails", async () => {
    expect((await accept()).body.code).toBe("check-not-failing");
    await scan("FAIL");
    expect((await accept({ reason: " " })).status).toBe(400);
    expect((await accept({ treatment: "" })).status).toBe(400);
    expect((await accept({ until: day(-1) })).body.code).toBe("scope-until");
    expect((await accept({ until: day(367) })).body.code).toBe("scope-until");
    expect((await accept({ checkId: "encryption.at-rest" })).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  test("is accepted no longer after its day, after a newer acceptance, or once somebody withdrew it", async () => {
    await scan("FAIL");
    const first = (await accept({ until: day(2) })).body;
    const second = (await accept({ until: day(9) })).body;
    expect((await list()).map((item: { id: string; state: string }) => [item.id, item.state])).toEqual([
      [second.id, "in force"],
      [first.id, "superseded"],
    ]);
    running.setNow(new Date(Date.now() + 10 * 24 * 60 * 60_000));
    expect((await list())[0].state).toBe("expired");
    running.setNow(undefined);
    const ended = await ada!.post(at(`/${second.id}/withdrawal`), { reason: "We enable it." });
    expect(ended.body).toMatchObject({ state: "ended", ended: { by: "Ada Example", reason: "We enable it." } });
    expect((await ada!.post(at(`/${second.id}/withdrawal`), { reason: "Again" })).status).toBe(404);
    expect(await outcome()).toBe("fail");
  });
});
