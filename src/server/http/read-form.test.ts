import { expect, test } from "vitest";
import { readForm } from "./read-form.ts";

const posted = (body: string) =>
  new Request("https://exhibit.test/me", {
    method: "POST",
    body,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

test("what cannot be stored is left out of a form, and what was typed stays", async () => {
  const fields = await readForm(posted("text=Lost%00+it+%F0%9F%98%80%FF"), (name) => name === "text");
  expect(fields).toEqual(new Map([["text", "Lost it 😀\uFFFD"]]));
  expect(fields.get("text")?.isWellFormed()).toBe(true);
});

test("a field that is not declared, or stands there twice, is refused", async () => {
  const read = (body: string) => readForm(posted(body), (name) => name === "text");
  await expect(read("other=1")).rejects.toMatchObject({ code: "invalid-input" });
  await expect(read("text=1&text=2")).rejects.toMatchObject({ code: "invalid-input" });
});
