import { controls } from "#catalog/index.ts";
import type { Person } from "./person.ts";

/** What a control was earned by. */
export interface Earned {
  readonly controlId: string;
  /** The item that is filed as every document and cited by every test. */
  readonly evidenceId: string;
  readonly exhibit: string;
  readonly filings: readonly string[];
  readonly tests: readonly string[];
}

interface Ways {
  /** As whom documents are accepted; the person alone where nobody else may. */
  readonly reviewer?: Person;
  readonly name?: string;
  /** Answers that the company has no system of the kinds that nobody spoke of. */
  readonly sayNone?: boolean;
  /** Checks that are left to something else, so that the control need not pass yet. */
  readonly except?: readonly string[];
  /** The time by the server's clock. */
  readonly now?: Date;
}

/**
 * Makes a control pass by the shortest honest way of a company without machines: one item is filed as each expected document and
 * reviewed, a person tests what nothing else decides, and the company says that it has none of the systems that nobody spoke of. Throws
 * where the control does not pass then.
 */
export async function earnControl(
  person: Person,
  company: string,
  controlId: string,
  { reviewer = person, name = `Record of ${controlId}`, sayNone = true, except = [], now = new Date() }: Ways = {},
): Promise<Earned> {
  const of = (path: string) => `/companies/${company}${path}`;
  const query = new URLSearchParams({ name, fileName: "record.txt", type: "Document", controls: controlId });
  const item = ok(await person.upload(of(`/evidence?${query}`), `${name} ${Math.random()}`));
  if (sayNone) await sayNoneOf(person, company, controlId);
  const { expected, checks } = ok(await person.get(of(`/controls/${controlId}`)));
  const filings: string[] = [];
  for (const document of expected) {
    if (!document.asked || document.state === "on file" || document.state === "not applicable") continue;
    const day = now.toISOString().slice(0, 10);
    const path = of(`/controls/${controlId}/documents/${document.id}/filings`);
    const { filingId } = ok(await person.post(path, { evidenceId: item.id, from: day, to: day }));
    ok(await reviewer.post(of(`/document-filings/${filingId}/acceptance`), {}));
    filings.push(filingId);
  }
  const tests: string[] = [];
  for (const { checkId, outcome } of checks) {
    if (outcome === "pass" || outcome === "not applicable" || except.includes(checkId)) continue;
    tests.push(await signTest(person, company, checkId, item.exhibit));
  }
  const { control } = ok(await person.get(of(`/controls/${controlId}`)));
  if (control.status !== "passing" && except.length === 0)
    throw new Error(`${controlId} is not earned: ${control.status}. ${control.reason}`);
  return { controlId, evidenceId: item.id, exhibit: item.exhibit, filings, tests };
}

/** Signs a test of a whole check: one of one was as expected. */
export async function signTest(person: Person, company: string, checkId: string, exhibit: string): Promise<string> {
  const control = controls.find(({ checks }) => checks.some(({ id }) => id === checkId))!;
  const tests = `/companies/${company}/controls/${control.id}/tests`;
  const population = { kind: "numbered", size: 1 };
  const { seed } = ok(await person.post(`${tests}/sample`, { checkId, population, size: 1 }));
  const test = await person.post(tests, {
    checkId,
    populationSource: "What there is",
    population,
    seed,
    size: 1,
    passed: [1],
    exceptions: [],
    conclusion: "passes",
    note: "",
    exhibits: [exhibit],
  });
  return ok(test).id;
}

async function sayNoneOf(person: Person, company: string, controlId: string): Promise<void> {
  const { checks } = ok(await person.get(`/companies/${company}/controls/${controlId}`));
  if (checks.every(({ next }: { next: { kind: string } | null }) => next?.kind !== "scope")) return;
  const { kinds } = ok(await person.get(`/companies/${company}/systems`));
  for (const { kind, state } of kinds) {
    if (state !== "not answered") continue;
    ok(await person.post(`/companies/${company}/system-kinds/${kind}/none`, { reason: "We have none." }));
  }
}

function ok({ status, body }: { readonly status: number; readonly body: any }): any {
  if (status < 200 || status > 299) throw new Error(JSON.stringify({ status, body }));
  return body;
}
