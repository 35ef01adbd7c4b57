import { afterAll, beforeAll, expect, test } from "vitest";
import { startOfDay } from "#server/demo/names.ts";
import { JONAS } from "#server/demo/sample-people.ts";
import { closePeopleTask } from "#tests/support/close-people-tasks.ts";
import { closeRecordTask, reviewAgain } from "#tests/support/close-record-tasks.ts";
import { addAgain, renewPolicy, staffDoesAll } from "#tests/support/close-tasks.ts";
import { offBeat, periodOf } from "#tests/support/year-of-cadences.ts";
import type { Fall } from "#tests/support/year-of-cadences.ts";
import {
  holdsOffBeat,
  isDigest,
  isStaffReminder,
  sentTwice,
  staffOffBeat,
  toldOutOfTurn,
} from "#tests/support/year-of-mails.ts";
import type { Told } from "#tests/support/year-of-mails.ts";
import { replayRegisters } from "#tests/support/replayed-registers.ts";
import { sampleFirm } from "#tests/support/sample-firm.ts";
import type { SampleFirm } from "#tests/support/sample-firm.ts";
import { eventsOf } from "#tests/support/year-of-events.ts";

// A year of the demo's firm by a clock that is moved by hand: what is due falls due as often as its period says, what is mailed is mailed once,
// and whatever a task asks for can be done where it leads.

const DAYS = Number(process.env["DAYS"] ?? 365);
const DAY_MS = 86_400_000;
/** The past: mails of a future that is far from the database's own clock are taken for old ones. */
const BEGAN = startOfDay(Math.floor(Date.now() / DAY_MS) - DAYS - 10);
/** Until then nobody of the staff does anything, so that they are reminded. */
const STAFF_BEGIN = 60;
/** Each kind of task that a year brings, by the first words of its key. */
const kinds =
  "register confirm, register approve, action, course, policy acknowledge, policy renew, duty leadership, duty internal-scan, duty external-scan, duty audit, duty pentest, duty exercise, duty review logs, assurance, paper hosting, restore, privacy-requests answer, alerts acknowledge, alerts close, approvals renew, risks rate, sites plan, data diagram, client-matters dispose, devices wipe, incidents update, notice, accounts whose, addresses unvouched, starter, mover, leaver, review next, review";
let firm: SampleFirm;

beforeAll(async () => {
  firm = await sampleFirm(BEGAN);
}, 600_000);
afterAll(() => firm.close());

interface Task {
  readonly key: string;
  readonly to: string;
  readonly due: string | null;
}

/** The screens that tasks lead to. */
const places = [
  /^\/dashboard\/program\/[a-z-]+(\?(view=waiting|do=(confirm|addresses|review-[a-z]+)|record=[0-9a-f-]{36}))?$/,
  /^\/dashboard\/program\/(policies|reviews|training)(\/[0-9a-f-]{36})?(\?.*)?$/,
];

test(`${DAYS} days of the demo's firm`, async () => {
  const members = (
    await firm.ask(
      "SELECT m.user_id, m.role FROM app.company_members m WHERE m.company_id = $1 AND m.role IN ('owner', 'admin', 'member')",
      [firm.company],
    )
  ).map(({ user_id: id }) => id as string);
  await firm.ask(
    "UPDATE app.task_digests SET due_at = date_trunc('week', $1::timestamptz) + interval '7 days 8 hours', time_zone = NULL",
    [new Date(BEGAN)],
  );
  const people = (await firm.act("registers.records", { register: "people", limit: 200 })).records;
  await firm.turnTo(new Date(BEGAN.getTime() + 9 * 3_600_000));
  await firm.act("staff.send", { personIds: people.map(({ id }: { id: string }) => id) });
  await firm.work();
  const begun = firm.mails.length;

  /** Registers that somebody has confirmed: each is asked for again. */
  const confirmed = (
    await firm.ask("SELECT DISTINCT register FROM app.confirmations WHERE company_id = $1", [firm.company])
  ).map(({ register }) => `register ${register} confirm`);
  const fell: Fall[] = [];
  const dayOf = (due: string) => (Date.parse(due) - BEGAN.getTime()) / DAY_MS;
  const closed = new Map<string, number>();
  const told: Told[] = [];
  const stuck: string[] = [];
  const events = eventsOf(firm);
  const lost: string[] = [];
  const opened = new Set<string>();
  for (let day = 1; day <= DAYS; day += 1) {
    const now = new Date(BEGAN.getTime() + day * DAY_MS + 9 * 3_600_000);
    await firm.turnTo(now);
    // How many mails an address has in a day is counted by the database's own clock, for which this year is a minute.
    await firm.ask("DELETE FROM app.rate_limits");
    const had = firm.mails.length;
    await firm.work();
    await events[day]?.(now).catch((error: unknown) => void stuck.push(`day ${day}: what happens (${String(error)})`));
    told.push(...firm.mails.slice(had).map(({ to, subject, text }) => ({ at: day, to, subject, text })));
    const hadByThen = firm.mails.length;
    const tasks = (await firm.act("tasks.list")) as Task[];
    for (const { key, due } of tasks) opened.add(`${key} ${due}`);
    lost.push(
      ...tasks.filter(({ to }) => !places.some((place) => place.test(to))).map(({ key, to }) => `${key}: ${to}`),
    );
    const isDue = ({ key, due }: Task) => {
      const isOfStaff = ["course", "policy acknowledge"].includes(kindOf(key));
      return (due === null || Date.parse(due) <= now.getTime()) && !(isOfStaff && day < STAFF_BEGIN);
    };
    let standing = tasks;
    for (const task of tasks.filter(isDue)) {
      const isIt = ({ key, due }: Task) => key === task.key && due === task.due;
      const kind = kindOf(task.key);
      const count = () => {
        closed.set(kind, (closed.get(kind) ?? 0) + 1);
        fell.push({ key: task.key, due: task.due === null ? null : dayOf(task.due), done: day });
      };
      // What is done for one may have done another.
      if (!standing.some(isIt)) {
        count();
        continue;
      }
      const refusal = await close(task.key, now, members).then(
        () => "",
        (error: unknown) => ` (${String(error)})`,
      );
      standing = await firm.act("tasks.list");
      if (standing.some(isIt)) stuck.push(`day ${day}: ${task.key}${refusal}`);
      else count();
    }
    // What is mailed while things are done counts as well: nobody is told twice, whatever told them.
    told.push(...firm.mails.slice(hadByThen).map(({ to, subject, text }) => ({ at: day, to, subject, text })));
  }

  const isWhole = DAYS >= 365;
  const cadences = [...Map.groupBy(fell, ({ key }) => key)].filter(([key]) => periodOf(key, kindOf(key)) !== undefined);
  const digests = told.filter(isDigest);
  const reminders = told.filter(isStaffReminder);
  const byKind = Object.entries(Object.groupBy(told, ({ subject }) => subject.replace(/\d+/g, "N").slice(0, 40)));
  console.log(
    `${DAYS} days: ${told.length} mails, ${digests.length} of tasks, ${reminders.length} of what staff have to do; opened ${opened.size}, closed ${JSON.stringify([...closed])}; ${cadences.map(([key, own]) => `${key}: ${own.length}`).join(", ")}; begun with ${begun} mails; ${byKind.map(([kind, own]) => `${kind}: ${own!.length}`).join("; ")}`,
  );
  expect(lost).toEqual([]);
  expect(stuck).toEqual([]);
  // Each cadence falls due as often as its period says, and no day of anything twice.
  expect(offBeat(fell, kindOf, DAYS)).toEqual([]);
  // In a year each register that was confirmed is to be confirmed again, and more than once where that counts for less.
  const asked = new Set(cadences.map(([key]) => key));
  expect(isWhole ? confirmed.filter((key) => !asked.has(key)) : []).toEqual([]);
  expect(cadences.length).toBeGreaterThan(isWhole ? 60 : 0);
  // Each mail once, by what it is about, its stage and who gets it; what staff have to do at each of its stages, and holds every week.
  expect(sentTwice(told, BEGAN)).toEqual([]);
  expect(toldOutOfTurn(told)).toEqual([]);
  expect(holdsOffBeat(told, Math.min(STAFF_BEGIN, DAYS))).toEqual([]);
  expect(staffOffBeat(told, Math.min(STAFF_BEGIN, DAYS))).toEqual([]);
  const weekday = ({ at }: { at: number }) => new Date(BEGAN.getTime() + at * DAY_MS).getUTCDay();
  expect(new Set(digests.map(weekday))).toEqual(new Set(DAYS >= 7 ? [1] : []));
  // There were mails of each kind whose stages are counted.
  const kindsOfMail = [/decide on notice of/, /legal hold/, /left to decide$/, /^Control failing/, /about to expire/];
  const untold = kindsOfMail.filter((kind) => !told.some(({ subject }) => kind.test(subject)));
  expect(isWhole ? untold : []).toEqual([]);
  for (const own of Map.groupBy(
    reminders.filter(({ at }) => at < STAFF_BEGIN),
    ({ to }) => to,
  ).values()) {
    const gaps = own.slice(1).map(({ at }, index) => at - own[index]!.at);
    expect(Math.max(...gaps, 0)).toBeLessThanOrEqual(31);
    // A shorter run ends before the third one.
    expect(own.length).toBeGreaterThan(DAYS < STAFF_BEGIN ? 0 : 2);
  }
  const replay = await replayRegisters(firm.ask, firm.company);
  console.log(`replayed: ${replay.changes} changes, ${replay.snapshots} snapshots, ${replay.rows} rows`);
  expect([replay.differing.slice(0, 5), replay.unheld.slice(0, 5)]).toEqual([[], []]);
  // Each kind of task came up and was closed by what it asks for, where there was a whole year for it.
  const closedKinds = [...closed.keys()].toSorted();
  expect(closedKinds).toEqual(DAYS >= 365 ? kinds.split(", ").toSorted() : closedKinds);
}, 7_200_000);

/** What a task asks for, without which policy, vendor or record it is about. */
function kindOf(key: string): string {
  const words = key.split(" ").filter((word) => !/^[0-9a-f-]{36}$/.test(word));
  if (words[0] === "register")
    return words[2] === "confirm" || words[2] === "approve" ? `register ${words[2]}` : `${words[1]} ${words[2]}`;
  return words[0] === "course" ? "course" : words.join(" ");
}

/** Does what a task asks for, as the people of the firm would. */
async function close(key: string, now: Date, members: readonly string[]): Promise<void> {
  const words = key.split(" ");
  const id = words.at(-1)!;
  switch (kindOf(key)) {
    case "register confirm":
      return await confirm(words[1]!);
    case "register approve":
      return await approve(words[1]!, members);
    case "action":
      return await firm.act("registers.end", { register: "actions", recordId: id, reason: "Done" });
    case "course":
    case "policy acknowledge":
      return void (await staffDoesAll(firm));
    case "policy renew":
      return await renewPolicy(firm, words[1]!);
    case "assurance":
    case "paper hosting":
      return await addAgain(firm, "assurances", ({ physical }) => physical === "yes", now, { vendorId: id });
    case "restore": {
      const [system] = await firm.ask("SELECT fields ->> 'systemId' AS id FROM app.records WHERE id = $1", [id]);
      const isOf = ({ kind, systemIds }: Record<string, unknown>) =>
        kind === "restore" && (systemIds as string[]).includes(system.id);
      return await addAgain(firm, "tests", isOf, now);
    }
    case "notice":
      return await decideOnNotice(id, now);
    default:
      if (words[0] === "register") return await closeRecordTask(firm, key, now);
      if (await closePeopleTask(firm, key, now)) return;
      if (words[0] !== "duty") return;
      if (words[1] === "review") return await reviewAgain(firm, id, now);
      return await addAgain(firm, id === "leadership" ? "meetings" : "tests", ({ kind }) => kind === id, now);
  }
}

/** Nobody has to be told. The incident stays open: one that is closed counts as an exercise. */
async function decideOnNotice(recordId: string, now: Date): Promise<void> {
  const { version } = await firm.act("registers.get", { register: "incidents", recordId });
  const noticeRecord = await firm.file(`Memo on notice, ${now.toISOString().slice(0, 10)}`, ["XC-21"]);
  const fields = { noticeDecision: "none", noticeDecidedAt: now.toISOString(), noticeRecord };
  const changed = await firm.act("registers.change", { register: "incidents", recordId, version, fields });
  await firm.act("registers.approve", { register: "incidents", recordId, version: changed.version }, JONAS);
}

async function approve(what: string, members: readonly string[]): Promise<void> {
  const { records } = await firm.act("registers.records", { register: what, state: "waiting", limit: 200 });
  for (const { id, version } of records)
    for (const member of members) {
      const input = { register: what, recordId: id, version };
      if (
        await firm.act("registers.approve", input, member).then(
          () => true,
          () => false,
        )
      )
        break;
    }
}

async function confirm(what: string): Promise<void> {
  const register = (await firm.act("registers.list")).find(({ key }: { key: string }) => key === what);
  await firm.act("registers.confirm", { register: what, count: register.counts.open + register.counts.waiting });
}
