import type pg from "pg";
import type { DemoApplication } from "./application.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { sampleBatches } from "./registers/index.ts";
import type { SampleRecord, SampleRegister, SampleValue } from "./registers/sample-register.ts";
import { keepPolicies } from "./sample-policies.ts";
import { nobodyListens } from "./sample-filing.ts";
import { JONAS, PRIYA } from "./sample-people.ts";

interface KeepingDeps {
  /** The administrator's connection to the template. */
  readonly admin: pg.ClientBase;
  /** Does what a request would do, as the owner or as a colleague. */
  readonly act: (name: string, input: Record<string, unknown>, as?: string) => Promise<unknown>;
  readonly at: (when: { daysAgo: number; time: string }) => Date;
}

interface SealingDeps extends KeepingDeps {
  readonly app: DemoApplication;
  readonly turnTo: (now: Date) => Promise<void>;
}

/** After the last item of each day, and before anybody tests what rests on them. */
const KEPT_AT = "17:30";
/** Behind the first registers, which name who works here. */
const POLICIES_DAYS_AGO = 20;
/** Of what was read last, after the connections were: whose accounts there are, and what is printed from all of them. */
const LAST = { daysAgo: 1, time: "23:20" } as const;
/** What is printed from the last exhibit, and accepted by another person. */
const PRINTED = [
  "policies.acknowledgment-log",
  "oversight.leadership-minutes",
  "oversight.internal-audit",
  "oversight.corrective-actions",
  "risk.assessment-report",
  "risk.risk-register",
  "risk.legal-duties",
  "vendors.vendor-list",
  "people.background-checks",
  "people.signed-confidentiality",
  "people.job-descriptions",
  "accounts.leaver-checklist",
  "privilege.role-matrix",
  "privilege.administrator-list",
  "inventory.data-inventory",
  "inventory.network-diagrams",
  "inventory.device-record",
  "encryption.key-custodians",
  "retention.privacy-requests",
  "physical.visitor-log",
  "physical.maintenance-record",
  "logging.log-review",
  "incident.exercise-report",
  "incident.incident-register",
  "incident.on-call-roster",
  "backup.restore-test-report",
];

/** The steps in which registers and policies are written, and sealed at the end of each day. */
export function sampleRegisterSteps(deps: SealingDeps, companyId: string) {
  const { admin, act, at } = deps;
  const keep = keeper(deps, companyId);
  return sampleBatches.map(({ daysAgo, registers }) => ({
    daysAgo,
    time: KEPT_AT,
    do: async () => {
      for (const register of registers) await keep(register);
      if (daysAgo === POLICIES_DAYS_AGO) await keepPolicies(admin, act, companyId, at({ daysAgo, time: KEPT_AT }));
      await seal(deps, { daysAgo, time: KEPT_AT });
    },
  }));
}

/** Seals the registers once more, with what the connections read since, prints the documents from them and has them accepted. */
export async function sealAndPrint(deps: SealingDeps, companyId: string): Promise<void> {
  const { act, at, turnTo } = deps;
  await turnTo(at(LAST));
  await seal(deps, LAST);
  for (const documentId of PRINTED) {
    const { filingId } = (await act("printedDocuments.submit", { companyId, documentId })) as { filingId: string };
    await act("documents.accept", { companyId, filingId }, PRIYA);
  }
}

/** A run begins some seconds after the last change. */
async function seal({ app, at, turnTo }: SealingDeps, when: { daysAgo: number; time: string }): Promise<void> {
  await turnTo(new Date(at(when).getTime() + 60_000));
  await app.workOff(nobodyListens, ["registers"]);
}

/**
 * Writes registers of the sample company as its owner, through the handlers that everybody uses: Jonas approves what needs a second
 * person, and the owner confirms that they are complete.
 */
function keeper({ admin, act, at }: KeepingDeps, companyId: string) {
  const ids = new Map<string, string>();
  const find = async (value: SampleValue): Promise<string | number | boolean> => {
    if (typeof value !== "object") return value;
    if ("day" in value) return at({ daysAgo: value.day, time: "00:00" }).toISOString().slice(0, 10);
    if ("moment" in value) return at({ daysAgo: value.moment[0], time: value.moment[1] }).toISOString();
    if ("record" in value) return ids.get(value.record.join(" ")) ?? missing(value.record.join(" "));
    if ("system" in value) return (await lookUp(admin, "id", "systems", companyId, value.system)) as string;
    return formatExhibitNumber(Number(await lookUp(admin, "number", "evidence", companyId, value.exhibit)));
  };
  return async ({ register: key, records }: SampleRegister): Promise<void> => {
    const register = findRegister(key) ?? missing(key);
    for (const record of records) {
      const fields = await fieldsOf(record, find);
      const { id, version } = (await act("registers.add", { companyId, register: key, fields })) as Written;
      ids.set(`${key} ${record.key}`, id);
      const which = { companyId, register: key, recordId: id };
      if (register.rights.approve) await act("registers.approve", { ...which, version }, JONAS);
      if (record.ended !== undefined) await act("registers.end", { ...which, reason: record.ended });
    }
    const count = records.filter(({ ended }) => ended === undefined).length;
    await act("registers.confirm", { companyId, register: key, count });
  };
}

interface Written {
  readonly id: string;
  readonly version: number;
}

async function fieldsOf({ fields }: SampleRecord, find: (value: SampleValue) => Promise<unknown>) {
  const found: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    const all: unknown[] = [];
    for (const part of [value].flat() as readonly SampleValue[]) all.push(await find(part));
    found[field] = Array.isArray(value) ? all : all[0];
  }
  return found;
}

async function lookUp(
  admin: pg.ClientBase,
  column: "id" | "number",
  table: "systems" | "evidence",
  companyId: string,
  name: string,
): Promise<unknown> {
  const { rows } = await admin.query(
    `SELECT ${column} AS found FROM app.${table} WHERE company_id = $1 AND name = $2`,
    [companyId, name],
  );
  return rows[0]?.found ?? missing(name);
}

function missing(what: string): never {
  throw new Error(`the sample company has no ${what}`);
}
