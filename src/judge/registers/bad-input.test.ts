import { describe, expect, test } from "vitest";
import { badInputs, replaced } from "#tests/support/bad-input.ts";
import { passingFor } from "#tests/support/reference/passing-registers.ts";
import { judged, readBy } from "#tests/support/reference/prove-reference.ts";
import { reference } from "#tests/support/reference/reference.ts";

// What the register refuses, or says a sentence of, is no pass either where it is sealed all the same.

test.each(badInputs.map((input) => [input.what, input] as const))(
  "%s passes nothing that passed without it",
  (_, { register, check, sealed, outcome }) => {
    const kept = passingFor(check);
    expect(judged(check, kept).outcome).toBe("pass");
    const key = sealed.register ?? register;
    const isMeant = (kind: unknown) => sealed.kind === undefined || kind === sealed.kind;
    const rows = kept.lists[key]!.map((row) =>
      isMeant(row.fields["kind"]) ? { ...row, fields: replaced(row.fields as never, sealed.fields) } : row,
    );
    expect(judged(check, { ...kept, lists: { ...kept.lists, [key]: rows } })).toMatchObject({ outcome });
  },
);

describe.each(Object.keys(reference))("%s", (check) => {
  test("is unknown where the registers that it reads are empty and nobody confirmed them", () => {
    const kept = passingFor(check);
    const lists = Object.fromEntries(Object.keys(kept.lists).map((key) => [key, []]));
    expect(judged(check, { ...kept, lists, unconfirmed: readBy(check) }).outcome).toBe("unknown");
  });
});
