import { expect, test } from "vitest";
import { AppError } from "#web/app-error.ts";
import { sendInChunks } from "./send-in-chunks.ts";

const people = Array.from({ length: 1_204 }, (_, at) => ({
  personId: `p${at}`,
  number: `PER-${at}`,
  name: `N${at}`,
  reach: at === 700 ? "no email" : "ready",
}));
const refusal = (code: string) => new AppError({ code, message: code, status: 422 });
type Client = NonNullable<Parameters<typeof sendInChunks>[2]>;

async function sent(answerOf: (chunk: readonly string[], at: number) => unknown, refusedAfter?: string) {
  const [chunks, told]: [number[], number[]] = [[], []];
  const client = {
    due: async ({ after, limit }: { after?: string; limit: number }) => {
      if (after !== undefined && after === refusedAfter) throw refusal("forbidden");
      const from = Number(after ?? 0);
      return {
        people: people.slice(from, from + limit),
        next: from + limit < people.length ? String(from + limit) : null,
      };
    },
    send: async ({ personIds }: { personIds: string[] }) => {
      chunks.push(personIds.length);
      return await answerOf(personIds, chunks.length - 1);
    },
  } as unknown as Client;
  const said = await sendInChunks({ companyId: "c" }, (done) => told.push(done), client);
  return { ...said, chunks, told };
}
const all = (chunk: readonly string[]) => ({ sent: chunk.length, skipped: [], unvouched: [], reasons: [] });

test("all who are due and whom a link reaches are mailed, a page with a request, and each request is told", async () => {
  expect(await sent(all)).toEqual({ sent: 1_203, skipped: [], chunks: [500, 499, 204], told: [500, 999, 1_203] });
});

test("who was skipped is told with the reason, and a request that mailed nobody ends nothing", async () => {
  const reasons = [{ personId: "p3", why: "no email" as const }];
  const said = await sent((chunk, at) => {
    if (at === 1) throw refusal("staff-nobody");
    return at === 0 ? { ...all(chunk), sent: 499, reasons } : all(chunk);
  });
  expect(said).toMatchObject({ sent: 703, chunks: [500, 499, 204] });
  expect(said.skipped).toHaveLength(500);
  expect(said.skipped.slice(0, 2)).toEqual([
    { name: "N3 (PER-3)", why: "no email" },
    { name: "N500 (PER-500)", why: "mailed" },
  ]);
});

test("another refusal ends it, and what was sent until then is told beside it", async () => {
  const said = await sent((chunk, at) => {
    if (at === 1) throw refusal("too-many-requests");
    return all(chunk);
  });
  expect(said).toMatchObject({ sent: 500, chunks: [500, 499], told: [500], problem: { code: "too-many-requests" } });
  expect(await sent(all, "500")).toMatchObject({ sent: 500, chunks: [500], problem: { code: "forbidden" } });
});
