import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ReportReaders } from "../reading/report-readers.ts";
import { suggestFiling } from "./suggest-filing.ts";

/** Nothing was sent in parts here. */
const noUploads = { blobs: () => expect.unreachable(), keys: {} as never };
const said = { document: null, by: null, controls: [], type: null, date: null, privileged: false } as const;
const readers = { suggest: () => Promise.resolve(said) } as unknown as ReportReaders;

type Ask = Parameters<ReturnType<typeof suggestFiling>>[0];

/** What the router hands over, as far as it is looked at: the feature is on, and this is the body. */
const askOf = (companyId: string, bytes: AsyncIterable<Uint8Array>, signal = new AbortController().signal): Ask =>
  ({
    input: { companyId, name: "a", fileName: "a.txt", folder: "" },
    caller: { companyId },
    within: () => Promise.resolve(true),
    body: { bytes },
    request: { signal },
  }) as unknown as Ask;

async function* whole() {
  yield await Promise.resolve(Buffer.from("Policy"));
}
/** A sender that begins and goes on no more. */
async function* stuck() {
  yield Buffer.from("P");
  await new Promise(() => {});
}

test("senders who send nothing lose their place, and hold nobody else up for longer", async () => {
  const suggest = suggestFiling({ ...noUploads, readers, now: () => new Date(), bodyMs: 200 });
  const slow = ["a", "b"].flatMap((company) => [1, 2, 3, 4].map(() => suggest(askOf(company, stuck()))));
  const quick = suggest(askOf("c", whole()));
  expect(await Promise.race([quick, setTimeout(10, "waits")])).toBe("waits");
  for (const answer of await Promise.allSettled(slow))
    expect(answer).toMatchObject({ status: "rejected", reason: { code: "request-timeout" } });
  expect(await quick).toEqual(said);
});

test("who has gone keeps no place in line", async () => {
  const suggest = suggestFiling({ ...noUploads, readers, now: () => new Date(), bodyMs: 200 });
  const slow = [1, 2, 3, 4].map(() => suggest(askOf("a", stuck())));
  const gone = new AbortController();
  let isRead = false;
  const bytes = (async function* () {
    isRead = true;
    yield await Promise.resolve(Buffer.from("Policy"));
  })();
  const waiting = suggest(askOf("a", bytes, gone.signal));
  await setTimeout(10);
  gone.abort(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
  await Promise.allSettled(slow);
  expect(isRead).toBe(false);
});
