import { expect, test } from "vitest";
import { suggesterFor } from "./control-suggestions.ts";

const suggest = suggesterFor([
  { id: "locks", texts: [{ text: "Doors, locks and badges of the office", weight: 2 }] },
  { id: "laptops", texts: [{ text: "Encrypted laptops leave the office", weight: 2 }] },
  { id: "backups", texts: [{ text: "Backups are restored and tested; Datensicherung", weight: 2 }] },
  ...Array.from({ length: 17 }, (_, n) => ({
    id: `other-${n}`,
    texts: [{ text: "Evidence of something", weight: 2 }],
  })),
]);
const item = (name: string, rest: { fileName?: string; text?: string } = {}) =>
  suggest({ name, fileName: "", text: "", ...rest });

test("a suggestion says which of the item's words spoke for it, as they were written", () => {
  expect(item("Badge list", { text: "locks" })).toMatchObject([{ control: "locks", words: ["badge", "locks"] }]);
});

test("a word that many controls use says less than one that few use", () => {
  expect(item("something of the office laptops").map(({ control }) => control)).toEqual(["laptops"]);
});

test("forms of a word meet, and parts of a name written together are words of their own", () => {
  for (const name of ["restoreTest", "backup_test", "Restoring a backup", "BACKUPS"])
    expect(item(name)[0]?.control, name).toBe("backups");
});

test("the name counts more than the text, and a text alone must say enough", () => {
  expect(item("badges", { text: "backup" })[0]?.control).toBe("locks");
  expect(item("", { text: "backup" })).toEqual([]);
  expect(item("", { text: "backup ".repeat(20) + "restored datensicherung tested tested" })[0]?.control).toBe(
    "backups",
  );
});

test("at most three are suggested, and the same item always gets the same", () => {
  const all = item("badges laptops backups evidence doors");
  expect(all.length).toBeLessThanOrEqual(3);
  expect(item("badges laptops backups evidence doors")).toEqual(all);
});
