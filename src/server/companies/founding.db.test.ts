import { afterAll, beforeAll, expect, test } from "vitest";
import { quickPerson } from "#tests/support/quick-person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

test.each(["Smith & Co", "株式会社", "شركة المحاماة", "😀"])(
  "U5: two strangers found a company called %s, and neither learns of the other's",
  async (name) => {
    const [ana, other] = [await quickPerson(running, "Ana"), await quickPerson(running, "Bo")];
    const founded = await ana.post("/companies", { name });
    const again = await other.post("/companies", { name });
    expect([founded.status, again.status]).toEqual([200, 200]);
    expect(again.body.slug).not.toBe(founded.body.slug);
    const shape = ({ slug }: { slug: string }) => slug.replace(/[0-9a-f]{10}$/, "*");
    expect(shape(again.body)).toBe(shape(founded.body));
  },
);

test("a person who founds a company twice is told that they have it already", async () => {
  const ana = await quickPerson(running, "Ana");
  await ana.found("Novak Law");
  const again = await ana.post("/companies", { name: " novak law" });
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({ code: "23505", message: "A company with this name already exists" });
  await ana.found("Novak Labs");
});
