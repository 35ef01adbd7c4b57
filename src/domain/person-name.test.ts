import { expect, test } from "vitest";
import { splitName } from "./person-name.ts";

test.each([
  ["Ana Oduya", "Ana", "Oduya"],
  ["Ana María de la Cruz", "Ana", "María de la Cruz"],
  ["  Ana \t Oduya ", "Ana", "Oduya"],
  ["Sukarno", "Sukarno", ""],
  ["山田 太郎", "山田", "太郎"],
  ["", "", ""],
])("%j is %j and %j", (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});
