import { expect, test } from "vitest";
import { readPolicy } from "./check-text.ts";
import { readOnce } from "./read-once.ts";

function counting(most: { readonly texts: number; readonly characters: number }) {
  const begun: string[] = [];
  const read = readOnce(async (text) => {
    begun.push(text);
    if (text.startsWith("broken")) throw new Error("not read");
    return text;
  }, most);
  return { begun, read };
}

test("a policy's text that was read is not read in another thread", async () => {
  const text = "# Access\n\nEverybody signs in with MFA.\n";
  const [first, beside] = await Promise.all([readPolicy(text), readPolicy(text)]);
  expect(first).toMatchObject({ ok: true });
  expect(beside).toBe(first);
  expect(await readPolicy(text)).toBe(first);
  expect(await readPolicy(`${text} `)).not.toBe(first);
});

test("those that were asked for last are kept, as many texts and characters as are said", async () => {
  const { begun, read } = counting({ texts: 2, characters: 100 });
  for (const text of ["a", "b", "a", "c", "a", "b"]) await read(text);
  expect(begun).toEqual(["a", "b", "c", "b"]);
  const large = counting({ texts: 10, characters: 5 });
  for (const text of ["aaa", "bbb", "bbb", "aaa", "cccccccc", "cccccccc"]) await large.read(text);
  expect(large.begun).toEqual(["aaa", "bbb", "aaa", "cccccccc"]);
});

test("what could not be read is read again", async () => {
  const { begun, read } = counting({ texts: 2, characters: 100 });
  await expect(read("broken")).rejects.toThrow("not read");
  await expect(read("broken")).rejects.toThrow("not read");
  expect(begun).toHaveLength(2);
});
