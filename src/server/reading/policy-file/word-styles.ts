// Names of the styles by which a document that we wrote is known again. Word keeps them when somebody edits it.

/** Words that stand as code. */
export const policyCode = "Policy Code";
/** What Exhibit printed above the text. */
export const policyTitleBlock = "Policy Title Block";
/** A quote's paragraphs. */
export const policyQuote = "Quote";
/** A line between two parts. */
export const policyRule = "Policy Line";
/** A paragraph that follows in the same entry of a list. */
export const policyListMore = "Policy List More";

/** The style of a block that Exhibit fills or judges: a kind, and the key of its fact, table or check. */
export const policyBlockStyle = (kind: "Statement" | "Fact" | "Table" | "Table Head", key: string) =>
  `Policy ${kind}${key === "" ? "" : ` ${key}`}`;

/** What {@link policyBlockStyle} wrote. */
export function readBlockStyle(style: string): { readonly kind: string; readonly key: string } | undefined {
  const [, kind, key = ""] =
    /^Policy (Statement|Fact|Table Head|Table)(?: ([a-z0-9][a-z0-9.-]{0,80}))?$/.exec(style) ?? [];
  return kind === undefined ? undefined : { kind, key };
}
