import { afterEach, beforeEach, expect, test } from "vitest";
import { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { solvedChallenge } from "#tests/support/solve-challenge.ts";
import { forgetRequests, listRequests, markAnswered, showRequest } from "./open-requests.ts";

const HOUR = 3_600_000;
let running: RunningApp;
let came: number;
beforeEach(async () => {
  running = await runApp();
  came = Date.now();
  running.setNow(new Date(came));
});
afterEach(() => running.close());

async function write(subject: string): Promise<void> {
  const verification = await solvedChallenge(running.url);
  const message = { name: "Vera", email: "vera@firm.test", subject, message: "Hello", verification };
  const answer = await new Person(running.url, "", "").post("/contact-messages", message);
  expect(answer.status).toBe(200);
}
const at = (hours: number) => running.setNow(new Date(came + hours * HOUR));
const reminders = () => running.mails.filter((mail) => mail.subject.startsWith("Answer due"));
const operator = () => ({
  adminUrl: running.database.adminUrl,
  keys: running.database.keys,
  now: running.app.services.now,
});

test("a message is reminded of at 20 hours and not before, once, however many workers run", async () => {
  await write("Waiting");
  at(19.99);
  await running.app.runTasks();
  expect(reminders()).toHaveLength(0);
  at(20);
  const other = await runApp({ database: running.database, folder: running.folder });
  await Promise.all([running.app.runTasks(), other.app.runTasks(), running.app.runTasks()]);
  at(30);
  await running.app.runTasks();
  const all = [...running.mails, ...other.mails].filter((mail) => mail.subject.startsWith("Answer due"));
  expect(all.map(({ to, replyTo }) => ({ to, replyTo }))).toEqual([
    { to: "support@example.test", replyTo: "vera@firm.test" },
  ]);
  expect(all[0]!.text).toContain("npm run exhibit -- requests answered ");
  await other.app.close();
});

test("a message that was marked as answered is not reminded of and leaves the list", async () => {
  await write("Answered");
  await write("Open");
  const lines: string[] = [];
  await listRequests(operator(), (line) => lines.push(line));
  expect(lines[0]).toMatch(/^ID +KIND +CAME +ANSWER DUE +FROM +ABOUT$/);
  const id = lines.find((line) => line.endsWith("Answered"))!.slice(0, 8);
  expect(await markAnswered(operator(), id, (line) => lines.push(line))).toBe(true);
  expect(lines.at(-1)).toBe("Marked as answered: message from Vera <vera@firm.test>.");
  expect(await markAnswered(operator(), id, (line) => lines.push(line))).toBe(false);
  expect(lines.at(-1)).toBe(`Nothing open has the id ${id}.`);
  at(21);
  await running.app.runTasks();
  expect(reminders().map((mail) => mail.subject)).toEqual([expect.stringMatching(/: Open$/)]);
  at(25);
  lines.splice(0);
  await listRequests(operator(), (line) => lines.push(line));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/LATE +Vera <vera@firm.test> +Open$/);
});

test("without an address nothing is reminded of, and nothing is lost once there is one", async () => {
  await write("Later");
  const quiet = await runApp({ database: running.database, folder: running.folder, supportEmail: undefined });
  at(21);
  quiet.setNow(new Date(came + 21 * HOUR));
  await quiet.app.runTasks();
  expect(quiet.mails.filter((mail) => mail.subject.startsWith("Answer due"))).toEqual([]);
  await running.app.runTasks();
  expect(reminders()).toHaveLength(1);
  await quiet.app.close();
});

test("the operator reads a message whole, and deletes what was sent under an address with the mails about it", async () => {
  await write("Please read");
  await running.app.runTasks();
  const lines: string[] = [];
  await listRequests(operator(), (line) => lines.push(line));
  const id = lines.find((line) => line.endsWith("Please read"))!.slice(0, 8);
  lines.splice(0);
  expect(await showRequest(operator(), id, (line) => lines.push(line))).toBe(true);
  expect(lines.join("\n")).toContain("Hello");
  expect(await showRequest(operator(), "ffffffff", (line) => lines.push(line))).toBe(false);
  expect(await forgetRequests(operator(), "VERA@firm.test")).toBe(1);
  expect(await forgetRequests(operator(), "vera@firm.test")).toBe(0);
  const { rows } = await running.database.admin.query(
    "SELECT (SELECT count(*) FROM app.contact_messages) + (SELECT count(*) FROM app.outbox) AS left",
  );
  expect(Number(rows[0].left)).toBe(0);
});

test("details that a later request replaced are kept for the operator to see", async () => {
  const ask = async (company: string) => {
    const details = {
      kind: "access",
      firstName: "Ana",
      lastName: "Calder",
      email: "ana@firm.test",
      company,
      role: "Partner",
    };
    const verification = await solvedChallenge(running.url);
    const answer = await new Person(running.url, "", "").post("/access-requests", { ...details, verification });
    expect(answer.status).toBe(200);
  };
  for (const company of ["Calder LLP", "Calder LLP", "Somebody else"]) await ask(company);
  const lines: string[] = [];
  await listRequests(operator(), (line) => lines.push(line));
  const id = lines.find((line) => line.includes("ana@firm.test"))!.slice(0, 8);
  lines.splice(0);
  await showRequest(operator(), id, (line) => lines.push(line));
  expect(lines).toContain("About    Partner, Somebody else");
  expect(lines).toContain("Before   Ana Calder, Partner, Calder LLP");
});

test("mails are forgotten after a month", async () => {
  await write("Old");
  await running.app.runTasks();
  at(29 * 24);
  await running.app.runTasks();
  const count = async () =>
    Number((await running.database.admin.query("SELECT count(*) AS n FROM app.outbox")).rows[0].n);
  expect(await count()).toBeGreaterThan(0);
  at(31 * 24);
  await running.app.runTasks();
  expect(await count()).toBe(0);
});
