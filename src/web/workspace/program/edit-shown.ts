import type { QueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { linkTypeOf } from "./registers.ts";
import type { GivenFields, RecordDetails, RecordPage, Register, RegisterRecord } from "./registers.ts";

/**
 * Shows given values of a record wherever it is on screen, and then sends them; where that fails, the record says again what it said of them
 * before, and all else on screen stays as it is by then. What leads elsewhere and what is computed waits for the answer, which knows its words.
 */
export async function editShown<Answer>(
  queries: QueryClient,
  register: Pick<Register, "fields" | "title">,
  id: string,
  given: GivenFields,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const [pages, details] = [{ queryKey: api.registers.records.key() }, { queryKey: api.registers.get.key() }];
  // An answer that is under way would bring back what was before.
  await Promise.all([queries.cancelQueries(pages), queries.cancelQueries(details)]);
  const before = [
    ...queries.getQueriesData<RecordPage>(pages).map(([key, page]) => [key, page?.records ?? []] as const),
    ...queries.getQueriesData<RecordDetails>(details).map(([key, record]) => [key, record ? [record] : []] as const),
  ].flatMap(([key, records]) => records.filter((record) => record.id === id).map((record) => [key, record] as const));
  const shown = <R extends RegisterRecord>(record: R) =>
    record.id === id ? withFields(register, record, given) : record;
  // What does not show this record is told of nothing.
  queries.setQueriesData<RecordPage>(pages, (page) =>
    page?.records.some((record) => record.id === id) ? { ...page, records: page.records.map(shown) } : undefined,
  );
  queries.setQueriesData<RecordDetails>(details, (record) => (record?.id === id ? shown(record) : undefined));
  try {
    return await send();
  } catch (error) {
    for (const [key, was] of before)
      queries.setQueryData<RecordPage | RecordDetails>(key, (data: RecordPage | RecordDetails | undefined) => {
        // Other edits may be under way or saved by now, also of this record: what is newer says it by itself.
        const back = <R extends RegisterRecord>(record: R) =>
          record.id === id && record.version === was.version
            ? {
                ...withFields(register, record, saidBefore(was, given)),
                title: register.title in given ? was.title : record.title,
              }
            : record;
        if (data === undefined) return undefined;
        return "records" in data ? { ...data, records: data.records.map(back) } : back(data);
      });
    void queries.invalidateQueries({ queryKey: api.registers.key() });
    throw error;
  }
}

/** What a record said of the fields of an edit. */
const saidBefore = ({ fields }: RegisterRecord, given: GivenFields): GivenFields =>
  Object.fromEntries(Object.keys(given).map((key) => [key, fields[key] ?? null]));

/** A record as it will be once it says this; what it links to stays as it was. */
function withFields<Shown extends RegisterRecord>(
  { fields, title }: Pick<Register, "fields" | "title">,
  record: Shown,
  given: GivenFields,
): Shown {
  const said = { ...record.fields };
  for (const field of fields) {
    const value = given[field.key];
    if (value === undefined || linkTypeOf(field) !== undefined) continue;
    if (value === null) delete said[field.key];
    else said[field.key] = value;
  }
  const named = said[title];
  const isText = fields.some(({ key, type }) => key === title && type === "text");
  return { ...record, fields: said, ...(isText && typeof named === "string" && { title: named }) };
}
