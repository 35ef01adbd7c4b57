import { expect, test } from "vitest";
import { judgeByRegister, saidOnce } from "./policy-documents.ts";
import { passes } from "./registers.ts";

test("what asks one register is judged before what asks the next, each once", () => {
  const judged: string[] = [];
  const asking = (name: string, first?: string) =>
    saidOnce({ name, first }, () => {
      judged.push(name);
      return passes(name, []);
    });
  const said = [asking("a", "people"), asking("b", "sites"), asking("c", "people"), asking("d"), asking("e", "sites")];
  expect(judged).toEqual([]);
  expect(judgeByRegister(said).map(({ reason }) => reason)).toEqual(["a", "c", "b", "e", "d"]);
  expect(said.map(({ verdict }) => verdict.reason)).toEqual(["a", "b", "c", "d", "e"]);
  expect(judged).toEqual(["a", "c", "b", "e", "d"]);
});
