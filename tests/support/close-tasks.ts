import { findRegister } from "#catalog/registers/index.ts";
import { unknownFields } from "#domain/registers/field-value.ts";
import { JONAS } from "#server/demo/sample-people.ts";
import { InvalidInput } from "#server/http/read-input.ts";
import type { SampleFirm } from "./sample-firm.ts";
import { fieldsOf, linkTokenOf, StaffBrowser } from "./staff.ts";
import type { StaffPage } from "./staff.ts";
import { askedOn } from "./take-quiz.ts";

interface Due {
  readonly personId: string;
  readonly reach: string;
}

type Fields = Record<string, unknown>;

/** More than anybody of a firm has to do at once. */
const MAX_STEPS = 80;
const DAY_MS = 86_400_000;
const isNumber = (value: unknown) => typeof value === "string" && /^EX-\d+$/.test(value);

/** Everybody of the staff opens the link that is mailed to them, and does what their page asks for. */
export async function staffDoesAll(firm: SampleFirm): Promise<number> {
  const { people } = (await firm.act("staff.due")) as { people: readonly Due[] };
  const personIds = people.flatMap(({ personId, reach }) => (reach === "ready" ? personId : []));
  if (personIds.length === 0) return 0;
  // How many mails an address had is counted by the database's own clock, for which this year is a minute.
  await firm.ask("DELETE FROM app.rate_limits");
  await firm.act("staff.send", { personIds });
  await firm.work();
  for (const personId of personIds) {
    const [row] = await firm.ask("SELECT fields ->> 'email' AS email FROM app.records WHERE id = $1", [personId]);
    const phone = new StaffBrowser(firm.url);
    await phone.post("/me/link", { link: linkTokenOf(firm.mails, row.email) });
    if (phone.cookie === "") throw new Error(`the link of ${row.email} opened no session`);
    for (let step = 0; step < MAX_STEPS; step += 1) if (!(await doNext(phone))) break;
    await firm.ask("DELETE FROM app.rate_limits");
  }
  return personIds.length;
}

async function doNext(phone: StaffBrowser): Promise<boolean> {
  // What is done is a link in its heading; the first thing to do has a button, named after both.
  const next = /<a aria-label="[^"]*"[^>]*href="(\/me\/[^"]+)"/.exec((await phone.open("/me")).html)?.[1];
  if (next === undefined) return false;
  const page = await phone.open(next);
  const text = /action="(\/me\/(?:policies|holds)\/[^"]+)"/.exec(page.html)?.[1];
  if (text !== undefined) return (await phone.submit(page, text)).status === 200;
  const device = /action="(\/me\/devices\/[^"]+)"/.exec(page.html)?.[1];
  if (device !== undefined) return (await phone.submit(page, device, { answer: "has" })).status === 200;
  const quiz = /action="(\/me\/training\/([a-z-]+)\/quiz)"/.exec(page.html);
  if (!quiz) return false;
  let asked: StaffPage = await phone.submit(page, quiz[1]!);
  while (asked.html.includes('<h1 id="question">')) {
    const { question, shown, path } = askedOn(asked, quiz[2]);
    const pick = shown.find(({ answer }) => answer === question.answers[0])!;
    asked = await phone.post(path, { ...fieldsOf(asked, path), [pick.name]: pick.value });
  }
  return asked.html.includes("Passed");
}

/** The owner sends a policy for approval as it is, and the other administrator approves it. */
export async function renewPolicy(firm: SampleFirm, policyId: string): Promise<void> {
  const { open } = await firm.act("policies.draft", { policyId });
  const draft = { versionId: open.id, revision: open.revision ?? 1 };
  await firm.act("policies.send", { ...draft, quorum: 1 });
  await firm.act("policies.approve", draft, JONAS);
}

/** Adds what was done again, or what came in again, as a record like the last of its kind; another person approves it. */
export async function addAgain(
  firm: SampleFirm,
  register: string,
  isLike: (fields: Fields) => boolean,
  now: Date,
  more: Fields = {},
): Promise<void> {
  const { records } = await firm.act("registers.records", { register, limit: 200 });
  const last = (records as { fields: Fields }[]).filter(({ fields }) => isLike(fields)).at(-1);
  if (!last) throw new Error(`no record of ${register} is like it`);
  const own = findRegister(register)!;
  const computed = unknownFields(own, Object.keys(last.fields));
  const fields: Fields = Object.fromEntries(
    Object.entries(last.fields).filter(([name]) => !computed.has(name) && name !== "actionIds" && name !== "nextOn"),
  );
  const today = now.toISOString().slice(0, 10);
  const dates = {
    ...("heldOn" in fields && { heldOn: today }),
    ...("doneOn" in fields && { doneOn: today }),
    ...("datedOn" in fields && {
      datedOn: today,
      periodStartsOn: new Date(now.getTime() - 360 * DAY_MS).toISOString().slice(0, 10),
    }),
  };
  // A paper of an earlier day says nothing of what was done today.
  const number = await firm.file(`${register}, ${today}`, ["XC-04"]);
  const cited: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    if (isNumber(value)) cited[name] = number;
    else if (Array.isArray(value) && value.some(isNumber)) cited[name] = [number];
  }
  const input = { ...fields, ...dates, ...cited, ...more };
  const added = await firm.act("registers.add", { register, fields: input }).catch((error: unknown) => {
    if (error instanceof InvalidInput) throw new Error(`${register}: ${JSON.stringify([error.fields, input])}`);
    throw error;
  });
  await firm.act("registers.approve", { register, recordId: added.id, version: added.version }, JONAS);
}
