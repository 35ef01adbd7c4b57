/** A piece of a page. In texts, what stands between backticks is code. */
export type Block =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "steps"; readonly items: readonly string[] }
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "facts"; readonly rows: readonly (readonly [string, string])[] }
  /** The table of roles, which is made from the rule itself. */
  | { readonly kind: "roles" };

/** A page of the product's documentation. */
export interface DocumentationPage {
  readonly key: string;
  readonly title: string;
  /** One sentence: what one knows after reading it. */
  readonly about: string;
  readonly blocks: readonly Block[];
}

/** A heading within a page. */
export const heading = (text: string): Block => ({ kind: "heading", text });
/** A paragraph. */
export const text = (words: string): Block => ({ kind: "text", text: words });
/** Points without an order. */
export const list = (...items: string[]): Block => ({ kind: "list", items });
/** What is done one after the other. */
export const steps = (...items: string[]): Block => ({ kind: "steps", items });
/** A line, or several, to be copied. */
export const command = (line: string): Block => ({ kind: "command", text: line });
/** Words and what they mean. */
export const facts = (...rows: [string, string][]): Block => ({ kind: "facts", rows });
