import { expect, test, vi } from "vitest";
import { addDrafts } from "./add-drafts.ts";

const asked = ["a", "b", "c", "d", "e"];
const draftOf = (documentId: string) => ({
  documentId,
  title: documentId,
  policyId: documentId,
  versionId: documentId,
});

test("drafts are created some at a time, and it is told how far that is", async () => {
  const [add, told] = [
    vi.fn<(ids: string[]) => Promise<{ added: ReturnType<typeof draftOf>[] }>>((ids) =>
      Promise.resolve({ added: ids.map(draftOf) }),
    ),
    vi.fn<(done: number) => void>(),
  ];
  expect((await addDrafts(asked, add, told)).added.map(({ documentId }) => documentId)).toEqual(asked);
  expect(add.mock.calls.map(([ids]) => ids)).toEqual([
    ["a", "b", "c"],
    ["d", "e"],
  ]);
  expect(told.mock.calls).toEqual([[3], [5]]);
});

test("a refusal ends it, and what was created before it can be undone", async () => {
  const problem = new Error("refused");
  const add = (ids: string[]) =>
    ids.includes("e") ? Promise.reject(problem) : Promise.resolve({ added: ids.map(draftOf) });
  const told = vi.fn<(done: number) => void>();
  expect(await addDrafts(asked, add, told)).toEqual({ added: ["a", "b", "c"].map(draftOf), problem });
  expect(told.mock.calls).toEqual([[3]]);
});
