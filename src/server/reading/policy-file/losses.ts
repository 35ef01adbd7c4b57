/** What a document has and a policy cannot: each is told, with how often it occurs. */
export const losses = {
  pictures: ["1 picture was left out.", "{n} pictures were left out."],
  drawings: ["1 drawing or chart was left out.", "{n} drawings or charts were left out."],
  comments: ["1 comment was left out.", "{n} comments were left out."],
  notes: [
    "1 footnote or endnote was left out. Add what matters to the text.",
    "{n} footnotes or endnotes were left out. Add what matters to the text.",
  ],
  furniture: ["1 header or footer was left out.", "{n} headers and footers were left out."],
  boxes: [
    "1 text box was taken apart. Check that its words are here.",
    "{n} text boxes were taken apart. Check that their words are here.",
  ],
  equations: ["1 equation was left out.", "{n} equations were left out."],
  embedded: ["1 embedded file was left out.", "{n} embedded files were left out."],
  contents: ["1 line of a table of contents was left out.", "{n} lines of a table of contents were left out."],
  "title block": [
    "The title block that Exhibit printed was left out.",
    "The title block that Exhibit printed was left out.",
  ],
  hidden: [
    "1 hidden piece of text is visible now. Check it.",
    "{n} hidden pieces of text are visible now. Check them.",
  ],
  struck: [
    "1 piece of text that was struck through is plain text now. Check it.",
    "{n} pieces of text that were struck through are plain text now. Check them.",
  ],
  numbering: [
    "1 list has its own kind of numbers, such as (a) or 1.1. It counts 1, 2, 3 now.",
    "{n} lists have their own kind of numbers, such as (a) or 1.1. They count 1, 2, 3 now.",
  ],
  "heading numbers": ["The number of 1 heading was left out.", "The numbers of {n} headings were left out."],
  headings: [
    "1 heading below level 3 is a heading of level 3 now.",
    "{n} headings below level 3 are headings of level 3 now.",
  ],
  depth: ["1 list stood too deep and moved up.", "{n} lists stood too deep and moved up."],
  merged: ["1 merged cell of a table was split. Check it.", "{n} merged cells of tables were split. Check them."],
  "nested tables": ["1 table inside another became text.", "{n} tables inside others became text."],
  links: [
    "1 link leads to a file or a place in the document. It is plain text now.",
    "{n} links lead to files or places in the document. They are plain text now.",
  ],
  invisible: ["1 invisible character was removed.", "{n} invisible characters were removed."],
  emphasis: ["Bold or italics were lost in 1 place.", "Bold or italics were lost in {n} places."],
  layout: [
    "Only the words of the PDF were read. Check headings, lists and tables.",
    "Only the words of the PDF were read. Check headings, lists and tables.",
  ],
} as const;

export type Loss = keyof typeof losses;

/** Counts what is not carried over. */
export class Lost {
  readonly #counts = new Map<Loss, number>();

  add(loss: Loss, count = 1): void {
    if (count > 0) this.#counts.set(loss, (this.#counts.get(loss) ?? 0) + count);
  }

  /** As people read it, in the order of the list. */
  told(): { readonly what: Loss; readonly count: number; readonly message: string }[] {
    return (Object.keys(losses) as Loss[]).flatMap((what) => {
      const count = this.#counts.get(what);
      if (count === undefined) return [];
      const [once, more] = losses[what];
      return [{ what, count, message: count === 1 ? once : more.replace("{n}", count.toLocaleString("en-US")) }];
    });
  }
}
