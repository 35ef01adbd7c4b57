import type pg from "pg";
import type { DemoApplication } from "./application.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { sampleRegisters } from "./registers/index.ts";
import type { SampleRecord, SampleValue } from "./registers/sample-register.ts";
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

/** After the last item of that day, and before anybody tests what rests on them. */
const KEPT = { daysAgo: 3, time: "17:30" } as const;
/** What is printed from them and reviewed by another person. */
const PRINTED = ["accounts.leaver-checklist"];

/** The step in which the registers are written, sealed and printed. */
export function sampleRegisterSteps({ app, turnTo, ...deps }: SealingDeps, companyId: string) {
  const { act, at } = deps;
  const seal = async () => {
    await keepRegisters(deps, companyId);
    await keepPolicies(deps.admin, act, companyId, at(KEPT));
    // A run begins some seconds after the last change.
    await turnTo(new Date(at(KEPT).getTime() + 60_000));
    await app.workOff(nobodyListens, ["registers"]);
    for (const documentId of PRINTED) {
      const { filingId } = (await act("printedDocuments.submit", { companyId, documentId })) as { filingId: string };
      await act("documents.accept", { companyId, filingId }, PRIYA);
    }
  };
  return [{ ...KEPT, do: seal }];
}

/**
 * Writes the registers of the sample company as its owner, through the handlers that everybody uses: Jonas approves what needs a second
 * person, and the owner confirms that they are complete.
 */
async function keepRegisters({ admin, act, at }: KeepingDeps, companyId: string): Promise<void> {
  const ids = new Map<string, string>();
  const find = async (value: SampleValue): Promise<string | number | boolean> => {
    if (typeof value !== "object") return value;
    if ("day" in value) return at({ daysAgo: value.day, time: "00:00" }).toISOString().slice(0, 10);
    if ("moment" in value) return at({ daysAgo: value.moment[0], time: value.moment[1] }).toISOString();
    if ("record" in value) return ids.get(value.record.join(" ")) ?? missing(value.record.join(" "));
    if ("system" in value) return (await lookUp(admin, "id", "systems", companyId, value.system)) as string;
    return formatExhibitNumber(Number(await lookUp(admin, "number", "evidence", companyId, value.exhibit)));
  };
  for (const { register: key, records, unconfirmed } of sampleRegisters) {
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
    if (!unconfirmed) await act("registers.confirm", { companyId, register: key, count });
  }
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
