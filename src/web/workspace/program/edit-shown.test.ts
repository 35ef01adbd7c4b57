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

test("a title that is refused where there was none is taken back", async () => {
  const queries = new QueryClient();
  const panel = [...api.registers.get.key(), "a panel"];
  const unnamed = { ...record, title: "Untitled", fields: { grade: "1" } };
  queries.setQueryData(panel, unnamed as unknown as RecordDetails);
  const edit = editShown(queries, register, "a", { name: "Anna" }, () => Promise.reject(new Error("refused")));
  await expect(edit).rejects.toThrow("refused");
  expect(queries.getQueryData(panel)).toEqual(unnamed);
});

test("an edit that is refused takes back nothing of others that are under way or were saved meanwhile", async () => {
  const queries = new QueryClient();
  const key = [...api.registers.records.key(), "a page"];
  const versioned = [record, other, { ...record, id: "c" }].map((own) => ({ ...own, version: 1 }));
  queries.setQueryData(key, { records: versioned, total: 3, next: null } as unknown as RecordPage);
  const panel = [...api.registers.get.key(), "a panel"];
  queries.setQueryData(panel, versioned[0] as unknown as RecordDetails);
  const [refused, underWay] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const first = editShown(queries, register, "a", { name: "Anna", grade: "2" }, () => refused.promise);
  const second = editShown(queries, register, "b", { grade: "3" }, () => underWay.promise);
  await new Promise((done) => void setTimeout(done));
  const saved = { ...versioned[2]!, version: 2, fields: { ...record.fields, grade: "4" } };
  queries.setQueryData<RecordPage>(
    key,
    (page) =>
      page && {
        ...page,
        records: page.records.map((own) => (own.id === "c" ? (saved as unknown as typeof own) : own)),
      },
  );
  refused.reject(new Error("refused"));
  await expect(first).rejects.toThrow("refused");
  expect(queries.getQueryData<RecordPage>(key)!.records).toEqual([
    versioned[0],
    { ...versioned[1], fields: { ...record.fields, grade: "3" } },
    saved,
  ]);
  expect(queries.getQueryData(panel)).toEqual(versioned[0]);
  underWay.resolve("saved");
  await second;
});

test("an edit that is refused keeps what another one of the same record saved meanwhile", async () => {
  const queries = new QueryClient();
  const panel = [...api.registers.get.key(), "a panel"];
  queries.setQueryData(panel, { ...record, version: 1 } as unknown as RecordDetails);
  const saved = { ...record, version: 2, title: "Anna", fields: { ...record.fields, name: "Anna", grade: "3" } };
  const edit = editShown(queries, register, "a", { grade: "2" }, () => {
    queries.setQueryData(panel, saved as unknown as RecordDetails);
    return Promise.reject(new Error("refused"));
  });
  await expect(edit).rejects.toThrow("refused");
  expect(queries.getQueryData(panel)).toEqual(saved);
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
