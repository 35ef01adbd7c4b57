import { findControl } from "#catalog/index.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { systemNames } from "#domain/printed/cells.ts";
import { listsToDraw, recordDrawer, recordHas } from "#domain/printed/draw-records.ts";
import type { DrawnRecord } from "#domain/printed/draw-records.ts";
import { recordStates } from "#domain/registers/register.ts";
import type { Register } from "#domain/registers/register.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { lookAtExhibit, openSealed, readPages } from "./sealed-exhibit.ts";
import type { SealedExhibit } from "./sealed-exhibit.ts";

/** Records of a register as an exhibit has them, a page at a time. Refuses `not-found`. */
export const listSealedRecords: HandlersOf<"audit">["records"] = async ({ input, tx }) => {
  const { companyId, register: key, evidenceId, state, search, after, limit } = input;
  const found = (await readSealedRecords(tx, companyId, evidenceId, key)) ?? fail("not-found");
  const fitting = found.rows.filter(
    (row) => (state === "all" || row.state === state) && (search === undefined || recordHas(row, search)),
  );
  const rest = fitting.filter(({ counted }) => counted > after);
  const page = rest.slice(0, limit);
  return {
    register: found.register,
    records: page.map(shownRecord),
    total: fitting.length,
    next: rest.length > page.length ? page.at(-1)!.counted : null,
  };
};

/** All records of a register in an exhibit; undefined where the caller does not see it. Refuses `not-found` for what auditors never read. */
export async function readSealedRecords(tx: Tx, companyId: string, evidenceId: string, key: string) {
  const register = openSealed(key);
  const exhibit = await lookAtExhibit(tx, { companyId, evidenceId });
  if (!exhibit) return undefined;
  const pages = await readPages(tx, companyId, exhibit, listsToDraw(register, systemNames));
  const draw = recordDrawer(register, pages, exhibit.sealedAt, {
    register: findRegister,
    controlTitle: (id) => findControl(id)?.title,
  });
  const rows = pages.flatMap((page) => (page.register === key ? page.rows.map(draw) : []));
  return { register: describe(register, exhibit), rows };
}

/** A record as the contract has it. */
export const shownRecord = ({ number, state, approval, values, withheld }: DrawnRecord) => ({
  number,
  state,
  approval,
  values: values.map(({ exhibits, ...value }) => ({ ...value, exhibits: [...exhibits] })),
  withheld,
});

function describe(register: Register, { evidenceId, exhibit, sealedAt }: SealedExhibit) {
  const { key, label, singular, title, fields, states } = register;
  return {
    key,
    label,
    singular,
    evidenceId,
    exhibit,
    sealedAt: sealedAt.toISOString(),
    title,
    // What follows from other fields is not sealed.
    columns: register.columns.filter((column) => Object.hasOwn(fields, column)),
    fields: Object.entries(fields).map(([field, { label: words, personal, confidential }]) => ({
      key: field,
      label: words,
      withheld: (personal ?? confidential) === true,
    })),
    states: recordStates.flatMap((state) => {
      const words = states[state];
      return words === undefined ? [] : [{ key: state, label: words }];
    }),
  };
}
