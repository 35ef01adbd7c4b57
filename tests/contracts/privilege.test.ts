import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "#contract/index.ts";
import type { NamedEndpoint } from "#contract/index.ts";
import { everyCase } from "../support/every-case.ts";
import type { Answer, Person } from "../support/person.ts";
import { foundFirm, outsiders } from "./privilege/firm.ts";
import type { Caller, Firm } from "./privilege/firm.ts";
import { sampleInput } from "./privilege/sample-input.ts";

// Whatever is privileged, or out of an auditor's scope, is shown to nobody outside by any endpoint of the contract, in any
// answer, file, stream, mail or webhook: a new endpoint is covered before its author thinks of it.
let firm: Firm;
/** Answers of members to whom privileged items must make no difference, from before there were any. */
const before = new Map<string, string>();

beforeAll(async () => {
  firm = await foundFirm();
  const frozen = new Date();
  firm.running.setNow(frozen);
  for (const endpoint of counting)
    before.set(endpoint.name, await readable(await call(firm.people.member, endpoint, {})));
  firm.running.setNow(undefined);
  await firm.conceal();
  firm.running.setNow(frozen);
  for (const endpoint of counting)
    after.set(endpoint.name, await readable(await call(firm.people.member, endpoint, {})));
  firm.running.setNow(undefined);
});
const after = new Map<string, string>();
afterAll(() => firm.close());

const ofCompany = endpoints.filter(({ path, access }) => path.includes("{companyId}") || access === "signed-in");
/** These take the caller, or the company, out of what is swept; their answers are empty. */
const leavesNothing = ["members.leave", "ownAccount.delete", "session.signOut", "session.signOutEverywhere"];
const swept = ofCompany.filter(({ name, kind }) => !leavesNothing.includes(name) && kind !== "self");
/** What is asked by GET for the company as a whole, and speaks of no ledger, which grows with whatever is written down. */
const counting = ofCompany.filter(
  ({ path, kind, method, name }) =>
    kind === "query" &&
    method === "GET" &&
    !/\{(?!companyId)/.test(path) &&
    !/^(ledger|activity|audit|auditors)\./.test(name),
);

/** Everything an answer says, also as a file or as events, as text: bundles store their files as they are. */
async function readable(answer: Answer): Promise<string> {
  const type = answer.response.headers.get("content-type") ?? "";
  const text = type.startsWith("text/event-stream")
    ? await firstEvents(answer.response)
    : Buffer.from(await answer.response.arrayBuffer()).toString("latin1");
  return `${text}\n${answer.response.headers.get("content-disposition") ?? ""}`;
}

async function firstEvents(response: Response): Promise<string> {
  const reader = response.body!.getReader();
  const first = await Promise.race([reader.read(), new Promise<undefined>((resolve) => setTimeout(resolve, 100))]);
  await reader.cancel();
  return Buffer.from(first?.value ?? []).toString("latin1");
}

interface Variant {
  /** Which of the ids of its kind an address names. */
  readonly at?: number;
  readonly text?: string;
  readonly fields?: "all" | "required";
  readonly token?: string;
}

async function call(person: Person, endpoint: NamedEndpoint, variant: Variant): Promise<Answer> {
  const { at = 0, text = "memo", fields = "required", token } = variant;
  const idOf = (name: string) => {
    if (name === "companyId") return firm.company;
    const all = firm.ids[name] ?? made.get(`${person.name} ${name}`) ?? [randomUUID()];
    return all[at % all.length]!;
  };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => idOf(name));
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const input = Object.fromEntries(
    Object.entries(sampleInput(endpoint, idOf, text, fields)).filter(([name]) => !inPath.includes(name)),
  );
  const inQuery = endpoint.method === "GET" || endpoint.kind === "upload";
  const query =
    inQuery && Object.keys(input).length > 0 ? `?${new URLSearchParams(input as Record<string, string>)}` : "";
  const body = endpoint.kind === "upload" ? "words of nothing" : inQuery ? undefined : JSON.stringify(input);
  const headers: Record<string, string> = inQuery
    ? { "content-type": "application/octet-stream" }
    : { "content-type": "application/json" };
  if (token) {
    const response = await fetch(`${person.url}/api/v1${path}${query}`, {
      method: endpoint.method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    });
    const json = /json/.test(response.headers.get("content-type") ?? "");
    return { status: response.status, body: json ? await response.clone().json() : undefined, response };
  }
  const answer = await person.send(endpoint.method, path + query, body, headers);
  // What somebody prepares, they fetch: bundles and files of the activity are read by those who asked for them.
  const exportId = answer.body?.exportId ?? (endpoint.name.startsWith("exports.") ? answer.body?.id : undefined);
  if (typeof exportId === "string")
    made.set(`${person.name} exportId`, [exportId, ...(made.get(`${person.name} exportId`) ?? [])]);
  return answer;
}
const made = new Map<string, string[]>();

/** What is asked for in so many ways; what writes, once, or the words that are looked for would be its own. */
const questions: readonly Variant[] = [
  { at: 0 },
  { at: 1, text: "quicksilver" },
  { at: 2, text: "EX-000003" },
  { at: 0, fields: "all", text: "quicksilver" },
];
const writing: readonly Variant[] = [{ at: 0 }, { at: 1, fields: "all" }];
const variantsOf = ({ kind, path, input }: NamedEndpoint) => {
  if (kind !== "query") return writing;
  const asks =
    path.includes("{evidenceId}") ||
    path.includes("{matterId}") ||
    Object.keys((input as unknown as { shape?: object }).shape ?? {}).length > 1;
  return asks ? questions : questions.slice(0, 1);
};

/** Every place where an endpoint shows what it must not, to this caller; and every fault of ours on the way. */
async function leaks(name: Caller, secrets: readonly string[], only = swept, token?: string): Promise<string[]> {
  const found: string[] = [];
  // Preparing comes before fetching.
  const inOrder = [...only].sort((a, b) => Number(a.method === "GET") - Number(b.method === "GET"));
  for (const endpoint of inOrder) {
    for (const variant of variantsOf(endpoint)) {
      const answer = await call(firm.people[name], endpoint, { ...variant, ...(token && { token }) });
      const text = await readable(answer).catch((error: Error) => `broken off: ${String(error.cause)}`);
      if (text.startsWith("broken off")) found.push(`${endpoint.name} ${text}`);
      if (answer.status >= 500) found.push(`${endpoint.name}: ${answer.status} ${text.slice(0, 200)}`);
      for (const secret of secrets)
        if (text.includes(secret))
          found.push(
            `${endpoint.name} ${JSON.stringify(variant)}: ${secret} in ${text.slice(Math.max(0, text.indexOf(secret) - 250), text.indexOf(secret) + 50)}`,
          );
    }
  }
  return found;
}

/** Who has rights in the company and none to this. Whoever has none at all is answered as for a company that does not exist. */
const nearest: readonly Caller[] = ["ownerOutside", "member", "auditor"];

describe.each(everyCase ? outsiders : nearest)("%s", (name) => {
  test("finds nothing privileged in the answer of any endpoint", async () => {
    // Whoever keeps matters knows which there are, and sees no item by that.
    const facts = name === "ownerOutside" ? [] : firm.matterFacts;
    const scope = name === "auditor" ? firm.outOfScope : [];
    expect(await leaks(name, [...firm.secrets, ...facts, ...scope])).toEqual([]);
  });
});

test("the API token of somebody on the access list finds nothing privileged", async () => {
  expect(await leaks("listed", [...firm.secrets, ...firm.matterFacts], swept, firm.token)).toEqual([]);
});

test("in searches, exports and figures even the access list finds nothing privileged", async () => {
  const whole = swept.filter(
    ({ name, access }) =>
      /^(search|exports|companies|controls|projects)\./.test(name) || /export/i.test(`${name} ${access}`),
  );
  const own = whole.filter(({ name }) => !name.startsWith("matters."));
  expect(own.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "search.everything",
      "exports.bundle",
      "companies.exportRecords",
      "activity.file",
      "companies.overview",
    ]),
  );
  expect(await leaks("listed", firm.secrets, own)).toEqual([]);
});

test("every figure for a member is the same with privileged items as without", () => {
  expect(Object.fromEntries(after)).toEqual(Object.fromEntries(before));
});

test("no webhook and no mail tells of anything privileged", async () => {
  await firm.running.app.runTasks();
  const told = [
    ...firm.hooked,
    ...firm.running.mails.map(({ subject, text, html }) => `${subject} ${text} ${html}`),
  ].join("\n");
  expect(firm.hooked.length).toBeGreaterThan(0);
  expect([...firm.secrets, ...firm.matterFacts].filter((secret) => told.includes(secret))).toEqual([]);
});

test("whatever shows a privileged item to its access list has recorded that before", async () => {
  const acts = async () => {
    const { rows } = await firm.running.database.admin.query<{ acts: string }>(
      "SELECT count(*) AS acts FROM app.ledger_acts WHERE event = 'evidence.viewed'",
    );
    return Number(rows[0]!.acts);
  };
  const ofItem = swept.filter(({ path, method }) => path.includes("{evidenceId}") && method === "GET");
  expect(ofItem.length).toBeGreaterThan(1);
  for (const endpoint of ofItem) {
    const had = await acts();
    const answer = await call(firm.people.listed, endpoint, { at: 0 });
    // What an item has more than once in its answer may be recorded more than once; what is refused is not.
    expect((await acts()) - had > 0, `${endpoint.name} ${answer.status}`).toBe(answer.status === 200);
  }
});

test("an item is opened by its access list also where its ledger is still to be signed", async () => {
  const query = new URLSearchParams({
    name: "Quicksilver note",
    fileName: "note.txt",
    type: "Document",
    controls: "XC-01",
    matter: firm.ids["matterId"]![0]!,
  });
  const { body } = await firm.people.listed.upload(`/companies/${firm.company}/evidence?${query}`, "quicksilver again");
  const { status } = await firm.people.listed.get(`/companies/${firm.company}/evidence/${body.id}`);
  expect(status).toBe(200);
});

test("the contract test sees it when a wall is missing", async () => {
  const admin = (text: string) => firm.running.database.admin.query(text);
  const reads = swept.filter(({ name }) => /^(evidence\.(list|get)|companies\.exportRecords)$/.test(name));
  for (const [table, name] of [
    ["app.evidence", "member"],
    ["app.ledger_acts", "admin"],
  ] as const) {
    const { rows } = await admin(
      `SELECT pg_get_expr(polqual, polrelid) AS rule FROM pg_policy WHERE polrelid = '${table}'::regclass AND polname = 'privilege_wall'`,
    );
    await admin(`DROP POLICY privilege_wall ON ${table}`);
    try {
      expect(await leaks(name, [...firm.secrets, ...firm.matterFacts], reads), table).not.toEqual([]);
    } finally {
      await admin(
        `CREATE POLICY privilege_wall ON ${table} AS RESTRICTIVE USING (${rows[0].rule}) WITH CHECK (${rows[0].rule})`,
      );
    }
  }
});
