import type { Page, Response } from "@playwright/test";
import { liftLimits } from "#tests/support/without-limits.ts";
import type { Instance } from "./instance.ts";
import { median, p95 } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { signUp } from "./sign-in.ts";
import { signedIn } from "./signed-in.ts";

const PEOPLE = 1_000;
/** Of so many one may be an outlier. */
const RUNS = 20;
const MOST_MS = 50;

/** Where the list shows of the open record what is edited. */
const CELL = 'tr[aria-current] td[data-column="jobTitle"]';

/**
 * What a person feels who edits a record, in Chromium against the real server: from the key that saves until the changed cell is painted in
 * the list, and from the one key that takes it back until what stood there before is.
 */
export async function editRatios(instance: Instance): Promise<Ratio[]> {
  instance.believeForwarded();
  const person = await signUp(instance, 905);
  const companyId = await person.found("Many Edits");
  await liftLimits(instance.admin, companyId);
  const rows = Array.from({ length: PEOPLE }, (_, at) => `Person ${at},Engineer ${at},Employee,2024-03-01`);
  const csv = ["Name,Job title,Employment,Starts", ...rows].join("\n");
  const { status } = await person.post(`/companies/${companyId}/registers/people/csv`, { csv });
  if (status >= 300) throw new Error(`import: ${status}`);
  return await signedIn(instance, person, async (page) => {
    await page.goto(`${instance.url}/dashboard/program/people`);
    await page.locator("tr [id^=record-]").nth(3).click();
    await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
    const [saved, undone] = [[] as number[], [] as number[]];
    for (let run = 0; run < RUNS; run += 1) {
      const [before, after] = [await wordsIn(page), `Engineer, grade ${run}`];
      await page.keyboard.press("e");
      await page.getByRole("dialog").getByLabel("Job title").fill(after);
      const read = readAgain(page);
      saved.push(await untilPainted(page, "Enter", after));
      await page.getByRole("button", { name: "Undo" }).waitFor();
      await read;
      const readAfter = readAgain(page);
      undone.push(await untilPainted(page, "u", before));
      await page.getByText("Undone").waitFor();
      await readAfter;
    }
    return [ratioOf("an edit of a record", saved), ratioOf("an edit that one key takes back", undone)];
  });
}

/** Once what a change leads to has been read again: the next one begins on a quiet page. */
async function readAgain(page: Page): Promise<void> {
  const isOf = (isRead: boolean) => (answer: Response) =>
    (answer.request().method() === "GET") === isRead &&
    /\/records\/[0-9a-f-]{36}$/.test(new URL(answer.url()).pathname);
  await page.waitForResponse(isOf(false));
  await page.waitForResponse(isOf(true));
}

const ratioOf = (what: string, times: readonly number[]): Ratio => ({
  what: `${what}, from the key until the list of ${PEOPLE.toLocaleString("en-US")} shows it, 95 of 100 / ${MOST_MS} ms`,
  figures: `${p95(times).toFixed(0)} ms, half of them ${median(times).toFixed(0)} ms, ${Math.min(...times).toFixed(0)} ms at best`,
  ratio: p95(times) / MOST_MS,
  goal: { atMost: 1 },
});

const wordsIn = async (page: Page): Promise<string> =>
  (await page.locator(CELL).textContent())!.replace("Job title:", "");

/** Presses a key; answers the milliseconds until a frame with this text in the list had been painted. */
async function untilPainted(page: Page, key: string, text: string): Promise<number> {
  await page.evaluate(
    ([cell, sought]) => {
      const state = globalThis as unknown as { painted: Promise<number> };
      state.painted = new Promise((resolve) => {
        let pressed = 0;
        addEventListener("keydown", (event) => (pressed = event.timeStamp), { capture: true, once: true });
        const isCovered = () => document.querySelector("dialog[open]:not([data-left])") !== null;
        const isShown = () =>
          pressed > 0 && !isCovered() && document.querySelector(cell)?.textContent?.endsWith(sought);
        // After the frame's own work, and after it was painted.
        const look = () =>
          requestAnimationFrame(() => {
            if (!isShown()) return look();
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener("message", () => resolve(performance.now() - pressed));
            port1.start();
            port2.postMessage(null);
          });
        look();
      });
    },
    [CELL, text] as const,
  );
  await page.keyboard.press(key);
  return await page.evaluate(() => (globalThis as unknown as { painted: Promise<number> }).painted);
}
