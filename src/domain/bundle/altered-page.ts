import { sha256OfText } from "../sha256.ts";

/**
 * What is wrong with a page that is not the one that was sealed, in words: its register, where rows are missing how many, and a text that is
 * not the one that the ledger has. What else was changed in it only the page that was sealed could tell.
 */
export function alteredPage(
  path: string,
  { key, count, rows }: { readonly key: string; readonly count: number; readonly rows: number },
  page: unknown,
  titleOf: (policyId: unknown) => string,
): string {
  const what = `its page of ${key.replaceAll("-", " ")} (${path}) was altered`;
  const missing = count - rows;
  const texts = rowsOf(page).flatMap(({ text, leaf, number, policyId }) =>
    typeof text === "string" && typeof leaf === "string" && sha256OfText(text) !== leaf
      ? [
          `the text of version ${typeof number === "number" ? number : "?"} of ${titleOf(policyId)} is not the one in the ledger`,
        ]
      : [],
  );
  const said = [
    ...(missing > 0 ? [`${missing} of ${count} ${count === 1 ? "row is" : "rows are"} missing`] : []),
    ...texts.slice(0, 3),
  ];
  return said.length > 0 ? `${what}: ${said.join("; ")}` : what;
}

/** The fields of the rows of a page; of what is none, nothing. */
export function rowsOf(page: unknown): readonly Readonly<Record<string, unknown>>[] {
  const { rows } = fieldsOf(page);
  return (Array.isArray(rows) ? (rows as readonly unknown[]) : []).map((row) => {
    const { id, fields } = fieldsOf(row);
    return { ...fieldsOf(fields), id };
  });
}

const fieldsOf = (value: unknown) =>
  (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
