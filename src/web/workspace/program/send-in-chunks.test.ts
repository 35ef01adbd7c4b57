import { expect, test } from "vitest";
import { AppError } from "#web/app-error.ts";
import { sendInChunks } from "./send-in-chunks.ts";

const people = Array.from({ length: 1_203 }, (_, at) => `p${at}`);
const refusal = (code: string) => new AppError({ code, message: code, status: 422 });
type Send = NonNullable<Parameters<typeof sendInChunks>[3]>;

async function sent(answerOf: (chunk: readonly string[], at: number) => unknown) {
  const [chunks, told]: [number[], number[]] = [[], []];
  const send = (async ({ personIds }: { personIds: string[] }) => {
    chunks.push(personIds.length);
    return await answerOf(personIds, chunks.length - 1);
  }) as unknown as Send;
  const said = await sendInChunks("c", people, (done) => told.push(done), send);
  return { ...said, chunks, told };
}
const all = (chunk: readonly string[]) => ({ sent: chunk.length, skipped: [], unvouched: [], reasons: [] });

test("all who are due are mailed, 500 with a request, and each request is told", async () => {
  expect(await sent(all)).toEqual({ sent: 1_203, skipped: [], chunks: [500, 500, 203], told: [500, 1_000, 1_203] });
});

test("who was skipped is told with the reason, and a request that mailed nobody ends nothing", async () => {
  const reasons = [{ personId: "p3", why: "no email" as const }];
  const said = await sent((chunk, at) => {
    if (at === 1) throw refusal("staff-nobody");
    return at === 0 ? { ...all(chunk), sent: 499, reasons } : all(chunk);
  });
  expect(said).toMatchObject({ sent: 702, chunks: [500, 500, 203] });
  expect(said.skipped).toHaveLength(501);
  expect(said.skipped.slice(0, 2)).toEqual([reasons[0], { personId: "p500", why: "mailed" }]);
});

test("another refusal ends it, and what was sent until then is told beside it", async () => {
  const said = await sent((chunk, at) => {
    if (at === 1) throw refusal("too-many-requests");
    return all(chunk);
  });
  expect(said).toMatchObject({ sent: 500, chunks: [500, 500], told: [500], problem: { code: "too-many-requests" } });
});
