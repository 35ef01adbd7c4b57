import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { api } from "#web/api.ts";
import { editShown } from "./edit-shown.ts";
import type { RecordDetails, RecordPage, Register, RegisterRecord } from "./registers.ts";

const register = {
  title: "name",
  fields: [
    { key: "name", type: "text" },
    { key: "grade", type: "text" },
    { key: "managerId", type: "person" },
  ],
} as unknown as Register;
const record = { id: "a", title: "Ana", fields: { name: "Ana", grade: "1", managerId: "p1" }, links: [] };
const other = { ...record, id: "b" };

/** A list with two records, and what it says of the first one while it is sent and after. */
async function sent(given: Readonly<Record<string, string | null>>, answer: () => Promise<string>) {
  const queries = new QueryClient();
  const key = [...api.registers.records.key(), "a page"];
  queries.setQueryData(key, { records: [record, other], total: 2, next: null } as unknown as RecordPage);
  const shown = () => queries.getQueryData<{ records: readonly RegisterRecord[] }>(key)!.records;
  let during: readonly RegisterRecord[] = [];
  const said = await editShown(queries, register, "a", given, () => {
    during = shown();
    return answer();
  }).catch((error: Error) => error.message);
  return { said, during, after: shown() };
}

test("an edit is on screen before the server has it, but for what leads elsewhere, and of its own record alone", async () => {
  const { said, during } = await sent({ name: "Anna", grade: null, managerId: "p2" }, async () => "saved");
  expect(said).toBe("saved");
  expect(during).toEqual([{ ...record, title: "Anna", fields: { name: "Anna", managerId: "p1" } }, other]);
});

test("what the server refuses is shown as it was", async () => {
  const { said, after } = await sent({ grade: "2" }, () => Promise.reject(new Error("refused")));
  expect(said).toBe("refused");
  expect(after).toEqual([record, other]);
});

test("lists and panels that do not show the record are not drawn anew for its edit", async () => {
  const queries = new QueryClient();
  const page = (records: readonly object[]) => ({ records, total: 1, next: null }) as unknown as RecordPage;
  const keyOf = (name: string) => [...api.registers.records.key(), name];
  queries.setQueryData(keyOf("its list"), page([record]));
  queries.setQueryData(keyOf("choices of a link"), page([other]));
  queries.setQueryData([...api.registers.get.key(), "another panel"], other as unknown as RecordDetails);
  const told: unknown[] = [];
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated") told.push(query.queryKey.at(-1));
  });
  await editShown(queries, register, "a", { grade: "2" }, async () => "saved");
  expect(told).toEqual(["its list"]);
});
