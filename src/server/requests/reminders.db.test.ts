import { afterEach, beforeEach, expect, test } from "vitest";
import { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { solvedChallenge } from "#tests/support/solve-challenge.ts";
import { listRequests, markAnswered } from "./open-requests.ts";

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
