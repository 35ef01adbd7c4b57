import fc from "fast-check";
import type { Block, Inline } from "#domain/policies/policy-text.ts";

const word = fc.stringMatching(/^[A-Za-zäßñЖλ0-9,.'"()*_`#<&|\\[\]:~+=-]{1,12}$/);
const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((all) => all.join(" "));
const href = fc.constantFrom("https://a.example/x?y=1&z=2", "http://b.example/(c)", "mailto:dan@c.example");
const text = words.map((value): Inline => ({ kind: "text", text: value }));

/** Pieces of a line with words between them, so that marks begin and end at words as people set them. */
const inline: fc.Arbitrary<readonly Inline[]> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: text },
      text.map((piece): Inline => ({ kind: "strong", inline: [piece] })),
      text.map((piece): Inline => ({ kind: "emphasis", inline: [piece] })),
      text.map((piece): Inline => ({ kind: "strong", inline: [{ kind: "emphasis", inline: [piece] }] })),
      fc.tuple(text, href).map(([piece, to]): Inline => ({ kind: "link", href: to, inline: [piece] })),
      words.map((value): Inline => ({ kind: "code", text: value })),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((pieces) =>
    pieces.flatMap((piece, at): Inline[] => (at === 0 ? [piece] : [{ kind: "text", text: " and " }, piece])),
  );

const paragraph = inline.map((value): Block => ({ kind: "paragraph", inline: value }));
const withBreak = fc
  .tuple(inline, inline)
  .map(([first, second]): Block => ({ kind: "paragraph", inline: [...first, { kind: "break" }, ...second] }));
const heading = fc.tuple(fc.constantFrom(1, 2, 3), words).map(([level, value]): Block => ({
  kind: "heading",
  level: level as 1 | 2 | 3,
  inline: [{ kind: "text", text: value }],
}));
const start = fc.oneof(fc.constant(null), fc.constant(1), fc.integer({ min: 2, max: 40 }));
const flat = fc
  .tuple(start, fc.array(paragraph, { minLength: 1, maxLength: 3 }))
  .map(([from, items]): Block => ({ kind: "list", start: from, items: items.map((item) => [item]) }));
const list = fc
  .tuple(start, fc.array(fc.tuple(paragraph, fc.option(paragraph), fc.option(flat)), { minLength: 1, maxLength: 3 }))
  .map(([from, items]): Block => ({
    kind: "list",
    start: from,
    items: items.map((item) => item.filter((block) => block !== null)),
  }));
const table = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 }), fc.constantFrom(null, "systems"))
  .chain(([columns, rows, key]) => {
    const row = fc.array(inline, { minLength: columns, maxLength: columns });
    return fc
      .tuple(
        fc.array(words, { minLength: columns, maxLength: columns }),
        fc.array(row, { minLength: rows, maxLength: rows }),
      )
      .map(([heads, cells]): Block => ({
        kind: "table",
        key,
        head: heads.map((value) => [{ kind: "text", text: value }]),
        rows: cells,
      }));
  });

/** A policy of the kinds of blocks that it can have. Two quotes that follow each other are one to a reader. */
export const policyBlocks: fc.Arbitrary<readonly Block[]> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: paragraph },
      withBreak,
      heading,
      list,
      table,
      fc.array(paragraph, { minLength: 1, maxLength: 2 }).map((blocks): Block => ({ kind: "quote", blocks })),
      fc.constant<Block>({ kind: "rule" }),
      fc
        .tuple(fc.constantFrom(null, "auth.mfa-enforced"), inline)
        .map(([check, value]): Block => ({ kind: "statement", check, inline: value })),
      inline.map((value): Block => ({ kind: "fact", key: "people", inline: value })),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((blocks) => blocks.filter(({ kind }, at) => kind !== "quote" || blocks[at - 1]?.kind !== "quote"));

/** The letters of a policy in reading order, without spaces and marks. */
export function lettersOf(blocks: readonly Block[]): string {
  const inline = (pieces: readonly Inline[]): string =>
    pieces.map((piece) => ("text" in piece ? piece.text : "inline" in piece ? inline(piece.inline) : "")).join("");
  const all = blocks.map((block): string => {
    if (block.kind === "rule") return "";
    if (block.kind === "list") return block.items.map(lettersOf).join("");
    if (block.kind === "quote") return lettersOf(block.blocks);
    if (block.kind === "table") return [block.head, ...block.rows].flat().map(inline).join("");
    return inline(block.inline);
  });
  return all.join("").replaceAll(/\s/g, "");
}
