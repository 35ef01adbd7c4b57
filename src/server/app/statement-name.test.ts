import { expect, test } from "vitest";
import { statementName } from "./statement-name.ts";

test("a statement is told by its verb and our own names, and by nothing that it was given", () => {
  expect(statementName('select "e"."id" from "app"."evidence" as "e" where "name" = $1')).toEqual({
    verb: "SELECT",
    tables: "app.evidence",
  });
  expect(statementName("SELECT app.file_evidence('a secret', 'ana@firm.test')")).toEqual({
    verb: "SELECT",
    tables: "app.file_evidence",
  });
  expect(statementName("begin")).toEqual({ verb: "BEGIN", tables: "" });
  expect(statementName("-- why\nWITH x AS (SELECT 1) SELECT 'ana@app.test' FROM x").tables).not.toContain("ana");
  expect(statementName("")).toEqual({ verb: "OTHER", tables: "" });
});
