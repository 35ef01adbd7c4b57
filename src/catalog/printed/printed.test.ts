import { describe, expect, test } from "vitest";
import { printedTypes, rowFacts } from "#domain/printed/layout.ts";
import { registerOfList, SCREENING_PAGES } from "#domain/registers/screenings.ts";
import { documentsBySource, sourceOfDocument } from "../document-sources.ts";
import { controls, findDocument } from "../index.ts";
import { supportingPolicies, policyKinds } from "../policies/kinds.ts";
import { findRegister, findSealed, registers } from "../registers/index.ts";
import { printedDocuments } from "./index.ts";

/** Lists of a snapshot that are no registers, with what their rows say. */
const lists: Readonly<Record<string, readonly string[]>> = {
  "policy-acknowledgments": ["policyId", "versionId", "personId", "sha256", "method", "vouched", "at"],
  "training-completions": ["personId", "course", "at", "passed", "version", "score", "outOf", "provider", "exhibit"],
  "training-courses": ["course", "version", "title", "topics", "text"],
  "review-populations": ["review", "source", "exhibit", "seenAt", "closedAt", "accounts", "leftOut"],
  "review-rows": ["populationId", "account", "personId", "decision", "decidedAt", "by"],
  applicability: ["framework", "requirement", "title", "applies", "controls", "reason"],
  policies: ["title", "documentId"],
  "policy-versions": ["number"],
  [SCREENING_PAGES]: [...Object.keys(findSealed(SCREENING_PAGES)!.fields), "approved", "founded"],
};

test("no two layouts are of one document", () => {
  const documents = printedDocuments.map(({ document }) => document);
  expect(new Set(documents).size).toBe(documents.length);
});

describe.each(printedDocuments.map((printed) => [printed.document, printed] as const))(
  "the layout of %s",
  (id, printed) => {
    test("is of a document of the library, and prints fields that there are", () => {
      expect(findDocument(id)).toBeDefined();
      for (const { list, columns, where, inPeriod } of printed.tables) {
        const fields = findRegister(list)
          ? Object.keys({ ...findRegister(list)!.fields, ...findRegister(list)!.derived })
          : lists[list];
        expect(fields, `${list} is no register and no list of a snapshot`).toBeDefined();
        const named = columns.map((column) => (typeof column === "string" ? { field: column } : column));
        expect([...fields!, ...rowFacts]).toEqual(expect.arrayContaining(named.map(({ field }) => field)));
        expect(printedTypes).toEqual(
          expect.arrayContaining(named.flatMap((column) => ("as" in column ? (column.as ?? []) : []))),
        );
        const leading = named.flatMap((column) => ("from" in column ? (column.from ?? []) : []));
        for (const from of [...leading, ...(where?.from ? [where.from] : [])])
          expect(lists[from.list]).toContain(from.field);
        expect(fields).toEqual(expect.arrayContaining([where?.field, inPeriod].filter((name) => name !== undefined)));
      }
    });

    test("names its registers, and the registers name it", () => {
      for (const key of printed.confirmed) expect(findSealed(key), key).toBeDefined();
      const naming = registers.filter(({ documents }) => documents.includes(id)).map(({ key }) => key);
      const printedFrom = printed.tables.map(({ list }) => registerOfList(list));
      for (const key of naming) expect(printedFrom, key).toContain(key);
      const own = printedFrom.filter((list) => findRegister(list));
      expect(naming.length > 0, `no register names ${id}`).toBe(own.length > 0);
    });

    test("asks for a confirmation, or for something that there is", () => {
      const { confirmed, needs = [], needsOneOf = [] } = printed;
      expect(confirmed.length + needs.length + needsOneOf.length).toBeGreaterThan(0);
      const own = printed.tables.map(({ list }) => list).filter((list) => findSealed(list));
      expect(printed.confirmed).toEqual(expect.arrayContaining(own));
    });
  },
);

test("each of the 66 documents has one source, and 20 of them are policies", () => {
  const all = controls.flatMap(({ expectedEvidence }) => expectedEvidence.map(({ id }) => id));
  expect(
    [...documentsBySource.values()]
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(all.toSorted());
  expect(documentsBySource.get("policy")).toHaveLength(20);
  expect(documentsBySource.get("received")).toHaveLength(6);
  expect(documentsBySource.get("collected")).toHaveLength(5);
  for (const { document } of printedDocuments) expect(sourceOfDocument(document)).toBe("printed");
});

test("the eight supporting policies are policies that controls expect", () => {
  expect(policyKinds.map(({ documentId }) => documentId)).toEqual(
    expect.arrayContaining([...supportingPolicies.policies]),
  );
  expect(supportingPolicies.policies).toHaveLength(8);
});
