import { resultsOfAKind } from "#contract/search.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

interface Listed {
  readonly exhibit: string;
  readonly id: string;
  readonly name: string;
  readonly superseded: boolean;
}

const SOURCES = ["Okta", "GitHub", "Upload"];
const TYPES = ["Config", "Policy", "Document", "Report"];
let running: RunningApp;
let rita: Person;
let company: string;
/** Everything on file, as the test itself would find it. */
const shelf: {
  number: number;
  name: string;
  type: string;
  source: string;
  controls: string[];
  collected: Date;
  until: Date;
  old: boolean;
}[] = [];
const NOW = Date.parse("2026-06-01T12:00:00Z");
const DAY = 86_400_000;

beforeAll(async () => {
  running = await runApp();
  rita = await running.person("Rita");
  company = await rita.found("Rita keeps a library");
  for (let number = 1; number <= 240; number += 1) {
    shelf.push({
      number,
      name: `${number % 7 === 0 ? "Access review" : "Observation"} ${number}`,
      type: TYPES[number % 4]!,
      source: SOURCES[number % 3]!,
      controls: number % 9 === 0 ? [] : [`XC-0${(number % 5) + 1}`, ...(number % 2 === 0 ? ["XC-09"] : [])],
      collected: new Date(NOW - (250 - number) * DAY + (number % 6) * 40 * DAY),
      until: new Date(NOW + ((number * 37) % 200) * DAY - 100 * DAY),
      old: false,
    });
  }
  await insert(company, rita.id, shelf);
  running.setNow(new Date(NOW));
});
afterAll(() => running.close());

/** Rows as filing leaves them, without the bytes: hundreds of uploads would take a minute. */
async function insert(companyId: string, person: string, items: typeof shelf) {
  const { admin } = running.database;
  await admin.query(
    `INSERT INTO app.evidence (company_id, id, number, ledger_index, name, type, source, collector, collected_at, valid_until,
        filed_at, filed_by, sha256, size, media_type, file_name, storage_location_id, blob_key)
      SELECT $1, gen_random_uuid(), n, n, name, type, source, 'test', collected, until, $8::timestamptz + n * interval '1 second', $2,
        sha256(n::text::bytea), 1, 'text/plain', 'a.txt', (SELECT storage_location_id FROM app.companies WHERE id = $1), 'v1/x'
      FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $9::timestamptz[]) x (n, name, type, source, collected, until)`,
    [
      companyId,
      person,
      items.map((item) => item.number),
      items.map((item) => item.name),
      items.map((item) => item.type),
      items.map((item) => item.source),
      items.map((item) => item.collected),
      new Date(NOW - DAY),
      items.map((item) => item.until),
    ],
  );
  const links = items.flatMap(({ number, controls }) => controls.map((control) => ({ number, control })));
  await admin.query(
    `INSERT INTO app.evidence_controls (company_id, evidence_id, control_id, number, valid_until)
      SELECT e.company_id, e.id, l.control, e.number, e.valid_until FROM unnest($2::bigint[], $3::text[]) l (number, control)
      JOIN app.evidence e ON e.company_id = $1 AND e.number = l.number`,
    [companyId, links.map(({ number }) => number), links.map(({ control }) => control)],
  );
  await admin.query("UPDATE app.ledger_heads SET evidence_count = $2 WHERE company_id = $1", [companyId, items.length]);
}

const ask = async (filters: Record<string, string>) =>
  (await rita.get(`/companies/${company}/evidence?${new URLSearchParams(filters)}`)).body as {
    items: Listed[];
    next: string | null;
    previous: string | null;
  };
const numbersOf = (items: readonly Listed[]) => items.map(({ exhibit }) => Number(exhibit.slice(3)));

const newest = (a: { number: number }, b: { number: number }) => b.number - a.number;
const soonest = (a: (typeof shelf)[0], b: (typeof shelf)[0]) => +a.until - +b.until || a.number - b.number;
const lapsed = (a: (typeof shelf)[0], b: (typeof shelf)[0]) => -soonest(a, b);
const collected = (a: (typeof shelf)[0], b: (typeof shelf)[0]) => +b.collected - +a.collected || b.number - a.number;

type Rule = (item: (typeof shelf)[0]) => boolean;
const cases: readonly [Record<string, string>, Rule, typeof soonest | typeof newest][] = [
  [{}, () => true, newest],
  [{ type: "pOLICY" }, (item) => item.type === "Policy", newest],
  [{ source: "Okta" }, (item) => item.source === "Okta", newest],
  [{ control: "XC-02" }, (item) => item.controls.includes("XC-02"), newest],
  [{ framework: "soc2" }, (item) => item.controls.length > 0, newest],
  [
    { requirement: "CC5.3", framework: "soc2" },
    (item) => item.controls.some((id) => governance().includes(id)),
    newest,
  ],
  [{ search: "access REVIEW" }, (item) => item.name.startsWith("Access"), newest],
  [{ search: "xc-09" }, (item) => item.controls.includes("XC-09"), newest],
  [
    { search: "review 14", type: "Document" },
    (item) => /review 14/i.test(item.name) && item.type === "Document",
    newest,
  ],
  [
    { from: "2026-01-10", to: "2026-03-05" },
    (item) => item.collected >= new Date("2026-01-10T00:00:00Z") && item.collected < new Date("2026-03-06T00:00:00Z"),
    collected,
  ],
  [{ freshness: "current" }, (item) => +item.until > NOW, soonest],
  [{ freshness: "expiring" }, (item) => +item.until > NOW && +item.until <= NOW + 30 * DAY, soonest],
  [{ freshness: "expired" }, (item) => +item.until <= NOW, lapsed],
  [
    { freshness: "expired", source: "GitHub", control: "XC-03" },
    (item) => +item.until <= NOW && item.source === "GitHub" && item.controls.includes("XC-03"),
    lapsed,
  ],
  [
    { type: "Config", source: "Upload", control: "XC-09" },
    (item) => item.type === "Config" && item.source === "Upload" && item.controls.includes("XC-09"),
    newest,
  ],
  [{ type: "Rumour" }, () => false, newest],
];

/** The controls of the first five that the crosswalk maps to the requirement; asked of the API, not of the list under test. */
let mapped: string[] = [];
const governance = () => mapped;
beforeAll(async () => {
  const { body } = await rita.get(`/companies/${company}/controls`);
  mapped = (body as { id: string; requirements: Record<string, string[]> }[])
    .filter((item) => item.requirements["soc2"]?.includes("CC5.3"))
    .map(({ id }) => id);
  expect(mapped.length).toBeGreaterThan(0);
});

test.each(cases)(
  "%o lists what fits, all of it and in its order, page by page, there and back",
  async (filters, rule, order) => {
    const expected = shelf.filter(rule).toSorted(order as typeof soonest);
    const pages: number[][] = [];
    let after: string | null = null;
    let last: Awaited<ReturnType<typeof ask>>;
    do {
      last = await ask({ ...filters, limit: "17", ...(after && { after }) });
      pages.push(numbersOf(last.items));
      after = last.next;
    } while (after !== null);
    expect(pages.flat()).toEqual(expected.map(({ number }) => number));
    for (const page of pages.slice(0, -1).toReversed()) {
      last = await ask({ ...filters, limit: "17", before: last.previous! });
      expect(numbersOf(last.items)).toEqual(page);
    }
    const { body } = await rita.get(`/companies/${company}/evidence-count?${new URLSearchParams(filters)}`);
    expect(body).toEqual({ count: expected.length, more: false });
  },
);

test("an item that is filed while somebody turns pages moves nothing: none comes twice and none is missed", async () => {
  const other = await rita.found("Rita files while reading");
  const file = (name: string) =>
    rita.upload(
      `/companies/${other}/evidence?${new URLSearchParams({ name, fileName: "a.txt", type: "Policy", controls: "XC-01" })}`,
      name,
    );
  for (let at = 1; at <= 7; at += 1) await file(`Before ${at}`);
  const seen: string[] = [];
  let after: string | null = "";
  while (after !== null) {
    const page: { body: { items: Listed[]; next: string | null } } = await rita.get(
      `/companies/${other}/evidence?type=policy&limit=2${after && `&after=${after}`}`,
    );
    seen.push(...page.body.items.map(({ name }) => name));
    await file(`Meanwhile ${seen.length}`);
    after = page.body.next;
  }
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((at) => `Before ${at}`));
});

test("a combination that nothing fits is looked for a piece at a time, and every piece says where to go on", async () => {
  const large = await rita.found("Rita has much");
  await running.database.admin.query(
    `INSERT INTO app.evidence (company_id, id, number, ledger_index, name, type, source, collector, collected_at, valid_until, filed_at,
        filed_by, sha256, size, media_type, file_name, storage_location_id, blob_key)
      SELECT $1, gen_random_uuid(), n, n, 'Same name', CASE WHEN n = 11990 OR n > 6000 AND n < 11000 THEN 'Policy' ELSE 'Config' END, CASE WHEN n > 6000 AND n < 11000 THEN 'Okta' ELSE 'GitHub' END,
        'test', '2026-05-01', '2026-07-01', '2026-05-01', $2, sha256('x'), 1, 'text/plain', 'a.txt',
        (SELECT storage_location_id FROM app.companies WHERE id = $1), 'v1/x' FROM generate_series(1, 12000) n`,
    [large, rita.id],
  );
  const found: number[] = [];
  let requests = 0;
  for (let after: string | null = ""; after !== null; requests += 1) {
    const page: { body: { items: Listed[]; next: string | null } } = await rita.get(
      `/companies/${large}/evidence?freshness=current&type=policy&source=GitHub${after && `&after=${after}`}`,
    );
    found.push(...numbersOf(page.body.items));
    after = page.body.next;
  }
  expect(found).toEqual([11_990]);
  expect(requests, "4,000 a time, and once more to find the end").toBe(4);
  expect((await rita.get(`/companies/${large}/evidence-count`)).body).toEqual({ count: 1_000, more: true });
});

test("words are found in their order, whichever of them is rare", async () => {
  const large = await rita.found("Rita has phrases");
  const nameOf = (n: number) =>
    n % 1_000 === 0 ? `100% of 2026_access ${n}` : `Observation ${n} of repository ${n % 2 === 0 ? "alpha" : "beta"}`;
  const numbers = Array.from({ length: 9_000 }, (_, index) => index + 1);
  await running.database.admin.query(
    `INSERT INTO app.evidence (company_id, id, number, ledger_index, name, type, source, collector, collected_at, valid_until, filed_at,
        filed_by, sha256, size, media_type, file_name, storage_location_id, blob_key)
      SELECT $1, gen_random_uuid(), n, n, name, 'Config', 'GitHub', 'test', '2026-05-01', '2026-07-01', '2026-05-01', $2, sha256('x'), 1,
        'text/plain', 'a.txt', (SELECT storage_location_id FROM app.companies WHERE id = $1), 'v1/x'
      FROM unnest($3::integer[], $4::text[]) i (n, name)`,
    [large, rita.id, numbers, numbers.map(nameOf)],
  );
  for (const phrase of [
    "observation 1234 of",
    "tion 123 of",
    "of 2026_access 3000",
    "100% of 2026",
    "repository beta",
    "bservation 77",
    "repository missing",
  ]) {
    const inOrder = new RegExp(phrase.split(" ").join(".*"));
    const fitting = numbers.filter((n) => inOrder.test(`${nameOf(n)} GitHub`.toLowerCase())).toReversed();
    const { body } = await rita.get(
      `/companies/${large}/evidence?${new URLSearchParams({ search: phrase, limit: "20" })}`,
    );
    expect(numbersOf(body.items), phrase).toEqual(fitting.slice(0, 20));
    const found = await rita.get(`/companies/${large}/search?${new URLSearchParams({ text: phrase })}`);
    const exhibits = (found.body.evidence as { exhibit: string }[]).map(({ exhibit }) => Number(exhibit.slice(3)));
    expect(exhibits, phrase).toEqual(fitting.slice(0, resultsOfAKind));
  }
});

test("a newer version takes the place of an item, once, and the older one leaves what is current", async () => {
  const firm = await rita.found("Rita renews");
  const file = (name: string, more: Record<string, string> = {}) =>
    rita.upload(
      `/companies/${firm}/evidence?${new URLSearchParams({ name, fileName: "a.txt", type: "Policy", controls: "XC-01,XC-02", ...more })}`,
      name,
    );
  const first = (await file("Policy 2025")).body;
  const second = (await file("Policy 2026", { supersedes: first.id })).body;
  expect((await file("Policy 2027", { supersedes: first.id })).body.code).toBe("already-superseded");
  const names = async (filters: string) =>
    ((await rita.get(`/companies/${firm}/evidence?${filters}`)).body.items as Listed[]).map(({ name }) => name);
  expect(await names("freshness=current")).toEqual(["Policy 2026"]);
  expect(await names("freshness=superseded")).toEqual(["Policy 2025"]);
  expect(await names("control=XC-01")).toEqual(["Policy 2026", "Policy 2025"]);
  const older = (await rita.get(`/companies/${firm}/evidence/${first.id}`)).body;
  expect(older.item.superseded).toBe(true);
  expect(older.versions).toMatchObject({ older: null, newer: { id: second.id } });
  expect(older.custody.at(-1)).toMatchObject({ event: "Superseded", by: "Rita Example" });
  const newer = (await rita.get(`/companies/${firm}/evidence/${second.id}`)).body;
  expect(newer.versions).toMatchObject({ older: { id: first.id }, newer: null });
  expect((await rita.get(`/companies/${firm}/evidence?exhibit=${first.exhibit}`)).body.items[0].id).toBe(first.id);
});

test("who holds the same content is told before filing, and nobody else's content", async () => {
  const firm = await rita.found("Rita files twice");
  const filed = await rita.upload(
    `/companies/${firm}/evidence?name=A&fileName=a.txt&type=Policy&controls=XC-01`,
    "the very same",
  );
  const { sha256, exhibit } = filed.body;
  expect((await rita.get(`/companies/${firm}/evidence-same?sha256=${sha256}`)).body).toMatchObject([
    { exhibit, name: "A", privileged: false },
  ]);
  const { body: matter } = await rita.post(`/companies/${firm}/matters`, {
    name: "M",
    basis: "work product",
    join: true,
  });
  const under = { name: "B", fileName: "b.txt", type: "Policy", controls: "XC-01", matter: matter.id };
  await rita.upload(`/companies/${firm}/evidence?${new URLSearchParams(under)}`, "the very same");
  expect((await rita.get(`/companies/${firm}/evidence-same?sha256=${sha256}`)).body).toMatchObject([
    { name: "B", privileged: true },
    { exhibit, name: "A", privileged: false },
  ]);
  expect((await rita.get(`/companies/${company}/evidence-same?sha256=${sha256}`)).body).toEqual([]);
});
