import { expect, test } from "vitest";
import { askedOf } from "./asked-words.ts";

const at = (place: string) => `/dashboard/program/${place}`;
const standing = (register: string, count: number, single: string, many = single, list: string | null = null) => ({
  standing: { register, count, single, many, list },
  to: at(`${register}?record=7`),
});

test("a register's tasks are counted by what they ask for, those of others never, and lead to exactly those records or to their register", () => {
  const tasks = [
    standing("assurances", 1, "report ends soon", "reports end soon"),
    standing("contracts", 1, "has ended", "have ended"),
    standing("contracts", 1, "has ended", "have ended"),
    standing("alerts", 1, "to acknowledge", "to acknowledge", at("alerts?only=asks:acknowledge")),
    standing("alerts", 1, "to acknowledge", "to acknowledge", at("alerts?only=asks:acknowledge")),
    standing("alerts", 500, "acknowledged and not closed"),
    { standing: null, to: at("people") },
  ];
  expect(askedOf(tasks, "assurances")).toEqual([{ words: "1 report ends soon", to: at("assurances?record=7") }]);
  expect(askedOf(tasks, "contracts")).toEqual([{ words: "2 have ended", to: at("contracts") }]);
  expect(askedOf(tasks, "alerts")).toEqual([
    { words: "2 to acknowledge", to: at("alerts?only=asks:acknowledge") },
    { words: "500 or more acknowledged and not closed", to: at("alerts?record=7") },
  ]);
  expect(askedOf(tasks, "risks")).toEqual([]);
});
